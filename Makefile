# The targets to type. Meson builds; this only says what there is.
#   make run ARGS='--port 8081 examples'
#   make test TESTS='t/registry' JOBS=4
#   make install PREFIX=/usr DESTDIR=/tmp/root

PREFIX = /usr/local
BUILD = build
MESON_OPTIONS =
ARGS = examples
TESTS = t
QUICK =
KEY =
REPOSITORY = build-deb/apt
# Most tests wait half of their time.
JOBS := $(shell expr 3 \* "$$(nproc)")
SECONDS = 60
LINT_NODES = 8000
PROVE = packaging/prove $(QUICK) $(JOBS)

C_FILES = $$(find src bench fuzz t -name '*.[ch]')
SH_FILES = run test .ci/run packaging/install packaging/go packaging/corpus \
	packaging/compile packaging/cross packaging/deb packaging/on fuzz/run \
	packaging/enter packaging/apt-repository packaging/rpm \
	packaging/mod_perl-name \
	packaging/selinux/compile \
	packaging/debian/tests/command packaging/debian/tests/script

# Perl that is meant to be run as it is; what t/fixtures and the cases of t/cgi
# hold may be wrong on purpose.
PERL_FILES = bin/mehari fuzz/seeds packaging/in-root packaging/lint-comments \
	packaging/lint-perl packaging/lint-tests \
	packaging/progress packaging/prove packaging/cpan Makefile.PL \
	$$(find lib packaging/lib t -path t/fixtures -prune -o \
	-path 't/*/cases' -prune -o '(' -name '*.pm' -o -name '*.t' -o -name '*.pl' ')' -print)

# Others with comments that people read.
COMMENTED = Makefile meson.build $$(find src -name '*.S') t/valgrind.supp packaging/mehari.conf \
	packaging/debian/rules packaging/mehari.spec $$(find lib -name '*.pod') \
	$$(find bench examples -name '*.p[lm]' -o -name '*.conf')

.PHONY: build program run test bench lint lint-c lint-comments lint-perl lint-sh \
	format asan ubsan memcheck fuzz install uninstall deb apt-repository rpm docs clean

build:
	@packaging/compile $(BUILD) --prefix=$(PREFIX) $(MESON_OPTIONS)

program:
	@GOAL=program packaging/compile $(BUILD) --prefix=$(PREFIX) $(MESON_OPTIONS)

run: program
	@exec bin/mehari serve $(ARGS)

# Without the network t/corpus says that it did not run; --quick leaves it out.
test: build
	@[ -n "$(QUICK)" ] || packaging/corpus build-corpus \
	    || echo 'Going on without them.' >&2
	@$(PROVE) $(TESTS)

bench: build
	@exec bin/mehari bench $(if $(filter command line,$(origin ARGS)),$(ARGS))

lint: lint-sh lint-comments lint-perl lint-c

# Clang's analyzer takes more than half of the time, most of it in a few long walks.
# LINT_NODES bounds the states that it visits in a function: its own 225000 take
# several times as long as these, and 20000 half as long again. It is told how each unit is compiled by itself,
# once, with the headers that clang of the same version has compiled.
lint-c: CLANG = clang-$$(clang-tidy --version | sed -n 's/.*version \([0-9]*\).*/\1/p')
lint-c:
	@clang-format --dry-run -Werror $(C_FILES)
	@rm -rf $(BUILD)-lint
	@if command -v "$(CLANG)" >/dev/null; then \
	    CC=$(CLANG) meson setup -Dtests=false -Drooms=false $(BUILD)-lint && \
	    ninja -C $(BUILD)-lint $$(cd $(BUILD)-lint && ninja -t targets all | \
	        sed -n 's/^\(.*\.pch\):.*/\1/p'); \
	else \
	    meson setup -Dtests=false -Drooms=false -Db_pch=false $(BUILD)-lint; \
	fi >/dev/null
	@find src bench -name '*.c' | sort \
	    | xargs -n 4 -P $(JOBS) clang-tidy -p $(BUILD)-lint --quiet \
	    --extra-arg=-Xclang --extra-arg=-analyzer-config \
	    --extra-arg=-Xclang --extra-arg=max-nodes=$(LINT_NODES) 2>/dev/null

lint-comments:
	@packaging/lint-comments $(C_FILES) $(SH_FILES) $(PERL_FILES) $(COMMENTED)

lint-perl:
	@ls $(PERL_FILES) | xargs -n 64 -P $(JOBS) packaging/lint-perl

lint-sh:
	@shellcheck $(SH_FILES)

format:
	@clang-format -i $(C_FILES)
	@perltidy -b -bext=/ $(PERL_FILES)

# Perl frees nothing at its end that the process gives back anyway, and httpd
# keeps its pools: leaks are looked for by the tests of memory, not here.
#
# Under AddressSanitizer no template puts memory back, so there is UBSan alone
# too. It needs no library before all others.
asan: SANITIZERS = address,undefined
asan: PRELOAD = MEHARI_PRELOAD=$$(gcc -print-file-name=libasan.so)
ubsan: SANITIZERS = undefined
asan ubsan:
	@$(MAKE) --no-print-directory build BUILD=build-$@ MESON_OPTIONS=" \
	    -Db_sanitize=$(SANITIZERS) -Db_lundef=false $(MESON_OPTIONS)"
	@MEHARI_MODULE=$(CURDIR)/build-$@/mod_mehari.so $(PRELOAD) \
	ASAN_OPTIONS=detect_leaks=0:abort_on_error=1:handle_segv=1 \
	UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1:abort_on_error=1 \
	$(PROVE) $(TESTS)

memcheck: build
	@MEHARI_MEMCHECK=1 MEHARI_STRICT=1 MEHARI_LONGER=3600 packaging/prove -v 1 t/build/memcheck.t \
	    t/pool/memcheck.t

# For so many seconds; with AFL++ when that is installed. A test may have parts
# that each take as long.
fuzz: LONGER = $$((8 * $(SECONDS)))
fuzz: build
	@fuzz/run $(BUILD) $(SECONDS)
	@MEHARI_FUZZ=$(SECONDS) MEHARI_STRICT=1 MEHARI_LONGER=$(LONGER) \
	packaging/prove -v 1 t/attack/hostile_pool.t \
	    t/attack/hostile_peers.t t/attack/hostile_templates.t
	@MEHARI_FUZZ_SECONDS=$(SECONDS) MEHARI_ROLLBACK_SECONDS=$(SECONDS) \
	MEHARI_STRICT=1 MEHARI_LONGER=$(LONGER) packaging/prove -v 1 t/rollback/fuzz.t t/rollback/programs.t \
	    t/exact/restored.t t/exact/random.t t/exact/requests.t \
	    t/exact/site_programs.t t/exact/steady_values.t

docs: build
	@perl -Ilib -MMehari::Site \
	    -e 'Mehari::Site::write_site(@ARGV)' $(CURDIR) $(BUILD)/docs
	@echo "Open $(BUILD)/docs/index.html in a browser."

install: build
	@DESTDIR=$(DESTDIR) meson install -C $(BUILD) --no-rebuild
	@[ -n "$(DESTDIR)" ] || perl -Ipackaging/lib -MMehari::Make::Installed \
	    -e 'Mehari::Make::Installed->new(@ARGV)->note' $(BUILD) '' ''

deb:
	@packaging/deb

rpm:
	@packaging/rpm

# For any web server; signed when KEY names a key of gpg.
apt-repository: deb
	@packaging/apt-repository $(if $(KEY),--key '$(KEY)') '$(REPOSITORY)' \
	    build-deb/*.changes
	@echo "The repository is in $(REPOSITORY)."

# A .htaccess file may still name perl-cgi: the file that refuses scripts stays.
uninstall:
	@packaging/mod_perl-name take "$$(sed -n 's|/mod_mehari\.so$$||p' \
	    $(BUILD)/meson-logs/install-log.txt)"
	@sed -i 's|^\(/.*/mehari-refuse\.conf\)$$|# \1 stays.|w /dev/stderr' \
	    $(BUILD)/meson-logs/install-log.txt
	@said=$$(ninja -C $(BUILD) uninstall 2>&1) || { echo "$$said"; exit 1; }

clean:
	rm -rf build build-asan build-ubsan build-lint build-corpus build-cpan build-deb
