/* Converts between positions and pixels, and moves the camera with the mouse.
 * Cost: constant. */
#include "view.h"

static const double scale_least = 1e-3;
static const double scale_most = 2000.0;
/* At this distance from the origin doubles still distinguish pixels at the largest scale. */
static const double far_most = 1e9;

static double held(double x, double low, double high)
{
    if (!(x > low)) {
        return low;
    }
    return x < high ? x : high;
}

void view_to_screen(const view_camera *camera, wend_vec2 position, double *x, double *y)
{
    *x = (position.x - camera->at.x) * camera->scale + camera->width / 2.0;
    *y = (position.y - camera->at.y) * camera->scale + camera->height / 2.0;
}

wend_vec2 view_to_world(const view_camera *camera, double x, double y)
{
    const wend_vec2 position = {camera->at.x + (x - camera->width / 2.0) / camera->scale,
                                camera->at.y + (y - camera->height / 2.0) / camera->scale};
    return position;
}

void view_camera_fit(viewer *v, wend_vec2 low, wend_vec2 high)
{
    view_camera *camera = &v->camera;
    double left = 0.0;
    double right = 0.0;
    view_panel_sides(v, &left, &right);
    const double room = held(camera->width - left - right, 64.0, 1e6);
    const double across = held(high.x - low.x, 1e-3, far_most);
    const double down = held(high.y - low.y, 1e-3, far_most);
    const double by_width = (room - 24.0) / across;
    const double by_height = held(camera->height - 24.0, 64.0, 1e6) / down;
    camera->scale = held(by_width < by_height ? by_width : by_height, scale_least, scale_most);
    camera->at.x = (low.x + high.x) / 2.0 - (left - right) / 2.0 / camera->scale;
    camera->at.y = (low.y + high.y) / 2.0;
}

void view_camera_zoom(view_camera *camera, double x, double y, double factor)
{
    const wend_vec2 before = view_to_world(camera, x, y);
    camera->scale = held(camera->scale * factor, scale_least, scale_most);
    const wend_vec2 after = view_to_world(camera, x, y);
    camera->at.x += before.x - after.x;
    camera->at.y += before.y - after.y;
}

void view_camera_pan(view_camera *camera, double dx, double dy)
{
    camera->at.x = held(camera->at.x + dx / camera->scale, -far_most, far_most);
    camera->at.y = held(camera->at.y + dy / camera->scale, -far_most, far_most);
}
