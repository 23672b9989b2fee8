/*
 * chart.c - the last minutes of a pool as curves, in SVG.
 */
#include "module/status/format.h"

#define STEP 5 /* seconds of one point */
#define POINTS (MH_STATUS_SECONDS / STEP)
#define WIDTH 300
#define HEIGHT 60

typedef struct curve_t {
    const char *title;
    const char *unit;
    double value[POINTS];
    double bad[POINTS]; /* failed requests among them */
    double most;
} curve_t;

enum { RATE, TIME, BUSY, CURVES };

static void add_point(curve_t curves[CURVES], int at,
                      const mh_status_second_t *seconds)
{
    uint64_t requests = 0;
    uint64_t errors = 0;
    uint64_t time = 0;

    for (int i = 0; i < STEP; i++) {
        requests += seconds[i].requests;
        errors += seconds[i].errors;
        time += seconds[i].time;
    }
    curves[RATE].value[at] = (double)requests / STEP;
    curves[RATE].bad[at] = (double)errors / STEP;
    curves[TIME].value[at] = requests ? (double)time / 1e6 / (double)requests
                                      : 0;
    curves[BUSY].value[at] = (double)time / 1e9 / STEP;
}

static void measure(curve_t *curve)
{
    for (int i = 0; i < POINTS; i++)
        if (curve->value[i] > curve->most)
            curve->most = curve->value[i];
}

/* Figures of a pool are not trusted: the curve stays inside the picture. */
static double height_of(const curve_t *curve, double value)
{
    double height = curve->most > 0 ? value / curve->most * (HEIGHT - 4) : 0;

    return HEIGHT - (height > HEIGHT ? HEIGHT : height);
}

static void put_line(request_rec *r, const curve_t *curve)
{
    for (int i = 0; i < POINTS; i++)
        ap_rprintf(r, "%s%d,%.1f", i ? " " : "", i * WIDTH / (POINTS - 1),
                   height_of(curve, curve->value[i]));
}

static void put_errors(request_rec *r, const curve_t *curve)
{
    for (int i = 0; i < POINTS; i++)
        if (curve->bad[i] > 0)
            ap_rprintf(r, "<path class=\"bad\" d=\"M%d %dV%.1f\"/>",
                       i * WIDTH / (POINTS - 1), HEIGHT,
                       height_of(curve, curve->bad[i]));
}

static const char *figure(apr_pool_t *p, double value)
{
    return apr_psprintf(p, value < 10 ? "%.2f" : "%.0f", value);
}

static void put_curve(request_rec *r, const curve_t *curve)
{
    const char *now = figure(r->pool, curve->value[POINTS - 1]);
    const char *most = figure(r->pool, curve->most);

    ap_rprintf(r,
               "<figure class=\"card\"><figcaption>%s <b>%s</b> %s"
               "<small>max %s</small></figcaption>"
               "<svg viewBox=\"0 0 %d %d\" preserveAspectRatio=\"none\" "
               "role=\"img\" aria-label=\"%s in the last 5 minutes: now %s, at "
               "max %s %s\"><polygon points=\"0,%d ",
               curve->title, now, curve->unit, most, WIDTH, HEIGHT,
               curve->title, now, most, curve->unit, HEIGHT);
    put_line(r, curve);
    ap_rprintf(r, " %d,%d\"/><polyline points=\"", WIDTH, HEIGHT);
    put_line(r, curve);
    ap_rputs("\"/>", r);
    put_errors(r, curve);
    ap_rputs("</svg></figure>\n", r);
}

void mh_chart(request_rec *r, const mh_view_part_t *part)
{
    curve_t curves[CURVES] = {
        [RATE] = { .title = "Requests", .unit = "/s" },
        [TIME] = { .title = "Mean time", .unit = "ms" },
        [BUSY] = { .title = "Running at once", .unit = "" },
    };

    for (int i = 0; i < POINTS; i++)
        add_point(curves, i, part->history + (apr_size_t)i * STEP);
    ap_rputs("<div class=\"charts\">\n", r);
    for (int i = 0; i < CURVES; i++) {
        measure(&curves[i]);
        put_curve(r, &curves[i]);
    }
    ap_rputs("</div>\n", r);
}
