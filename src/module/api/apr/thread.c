/*
 * thread.c - APR::ThreadMutex, APR::ThreadRWLock and APR::OS: locks
 * between the threads of a process, and the thread that we are.
 */
#include "module/api/core/method_table.h"

#include "apr_portable.h"
#include "apr_thread_mutex.h"
#include "apr_thread_rwlock.h"

#define MUTEX(call) ((apr_thread_mutex_t *)(call)->self)
#define RWLOCK(call) ((apr_thread_rwlock_t *)(call)->self)

static SV *mutex_new(pTHX_ mh_call_t *call)
{
    apr_pool_t *pool = mh_arg_object(aTHX_ call, 0, MH_POOL);
    apr_thread_mutex_t *mutex = NULL;
    apr_status_t rc = apr_thread_mutex_create(&mutex, APR_THREAD_MUTEX_DEFAULT,
                                              pool);

    mh_check_status(aTHX_ rc, "APR::ThreadMutex::new");
    return mh_object_in_pool(aTHX_ call, 0, MH_THREAD_MUTEX, mutex);
}

static SV *mutex_lock(pTHX_ mh_call_t *call)
{
    return mh_int(aTHX_ apr_thread_mutex_lock(MUTEX(call)));
}

static SV *mutex_trylock(pTHX_ mh_call_t *call)
{
    return mh_int(aTHX_ apr_thread_mutex_trylock(MUTEX(call)));
}

static SV *mutex_unlock(pTHX_ mh_call_t *call)
{
    return mh_int(aTHX_ apr_thread_mutex_unlock(MUTEX(call)));
}

static SV *mutex_pool(pTHX_ mh_call_t *call)
{
    return mh_object_pool(aTHX_ apr_thread_mutex_pool_get(MUTEX(call)));
}

static SV *mutex_destroy(pTHX_ mh_call_t *call)
{
    apr_thread_mutex_destroy(MUTEX(call));
    return NULL;
}

static SV *rwlock_new(pTHX_ mh_call_t *call)
{
    apr_pool_t *pool = mh_arg_object(aTHX_ call, 0, MH_POOL);
    apr_thread_rwlock_t *rwlock = NULL;
    apr_status_t rc = apr_thread_rwlock_create(&rwlock, pool);

    mh_check_status(aTHX_ rc, "APR::ThreadRWLock::new");
    return mh_object_in_pool(aTHX_ call, 0, MH_THREAD_RWLOCK, rwlock);
}

static SV *rwlock_rdlock(pTHX_ mh_call_t *call)
{
    return mh_int(aTHX_ apr_thread_rwlock_rdlock(RWLOCK(call)));
}

static SV *rwlock_tryrdlock(pTHX_ mh_call_t *call)
{
    return mh_int(aTHX_ apr_thread_rwlock_tryrdlock(RWLOCK(call)));
}

static SV *rwlock_wrlock(pTHX_ mh_call_t *call)
{
    return mh_int(aTHX_ apr_thread_rwlock_wrlock(RWLOCK(call)));
}

static SV *rwlock_trywrlock(pTHX_ mh_call_t *call)
{
    return mh_int(aTHX_ apr_thread_rwlock_trywrlock(RWLOCK(call)));
}

static SV *rwlock_unlock(pTHX_ mh_call_t *call)
{
    return mh_int(aTHX_ apr_thread_rwlock_unlock(RWLOCK(call)));
}

static SV *rwlock_pool(pTHX_ mh_call_t *call)
{
    return mh_object_pool(aTHX_ apr_thread_rwlock_pool_get(RWLOCK(call)));
}

static SV *rwlock_destroy(pTHX_ mh_call_t *call)
{
    apr_thread_rwlock_destroy(RWLOCK(call));
    return NULL;
}

static SV *current_thread_id(pTHX_ mh_call_t *call)
{
    return sv_2mortal(newSVuv((UV)apr_os_thread_current()));
}

static const mh_method_t mutex_methods[] = {
    MH_METHOD("lock", "", mutex_lock, "wait for the lock and take it"),
    MH_METHOD("trylock", "", mutex_trylock, "take the lock if it is free"),
    MH_METHOD("unlock", "", mutex_unlock, "release the lock"),
    MH_METHOD("pool_get", "", mutex_pool, "its memory pool"),
    MH_METHOD("DESTROY", "", mutex_destroy, "end the lock"),
    MH_METHOD("new", ".P", mutex_new, "a new lock"),
    MH_END,
};

static const mh_method_t rwlock_methods[] = {
    MH_METHOD("rdlock", "", rwlock_rdlock,
              "take the lock for reading; wait if a thread writes"),
    MH_METHOD("tryrdlock", "", rwlock_tryrdlock,
              "take the lock for reading if nobody writes"),
    MH_METHOD("wrlock", "", rwlock_wrlock,
              "take the lock for writing; wait for all others"),
    MH_METHOD("trywrlock", "", rwlock_trywrlock,
              "take the lock for writing if it is free"),
    MH_METHOD("unlock", "", rwlock_unlock, "release the lock"),
    MH_METHOD("pool_get", "", rwlock_pool, "its memory pool"),
    MH_METHOD("DESTROY", "", rwlock_destroy, "end the lock"),
    MH_METHOD("new", ".P", rwlock_new, "a new lock"),
    MH_END,
};

static const mh_method_t os_functions[] = {
    MH_METHOD("current_thread_id", "", current_thread_id,
              "the number of the current thread"),
    MH_END,
};

const mh_api_t mh_api_apr_thread[] = {
    { "APR::ThreadMutex", MH_THREAD_MUTEX, mutex_methods },
    { "APR::ThreadRWLock", MH_THREAD_RWLOCK, rwlock_methods },
    { "APR::OS", MH_NONE, os_functions },
    MH_API_END,
};
