/* SPDX-License-Identifier: LicenseRef-Vigil-Unlicensed */
#include "app.h"
#include "driver/gpio.h"
#include "freertos/FreeRTOS.h"
#include "freertos/task.h"

#define POLL_MS 20
/* Contacts bounce for a few milliseconds. */
#define PRESSED_POLLS 3
#define PULSE_POLLS 10

/* Polls until the motor rests; each pulse is as long as the pause after it. */
static volatile int motor_polls;

void motor_pulse(int count) { motor_polls = count * 2 * PULSE_POLLS; }

static void buttons_task(void *argument) {
  (void)argument;
  static const struct {
    gpio_num_t pin;
    enum vigil_answer answer;
  } BUTTONS[] = {{CONFIG_VIGIL_BUTTON_OK, VIGIL_OK}, {CONFIG_VIGIL_BUTTON_HELP, VIGIL_HELP}};
  int polls[2] = {0, 0};
  for (;;) {
    for (int i = 0; i < 2; i++) {
      polls[i] = gpio_get_level(BUTTONS[i].pin) == 0 ? polls[i] + 1 : 0;
      if (polls[i] == PRESSED_POLLS) vigil_press(&wearable, BUTTONS[i].answer);
    }
    int left = motor_polls;
    gpio_set_level(CONFIG_VIGIL_MOTOR, left > 0 && left / PULSE_POLLS % 2 == 1);
    if (left > 0) motor_polls = left - 1;
    vTaskDelay(pdMS_TO_TICKS(POLL_MS));
  }
}

void buttons_start(void) {
  gpio_config_t inputs = {.pin_bit_mask = 1ULL << CONFIG_VIGIL_BUTTON_OK | 1ULL << CONFIG_VIGIL_BUTTON_HELP,
                          .mode = GPIO_MODE_INPUT, .pull_up_en = GPIO_PULLUP_ENABLE};
  gpio_config_t output = {.pin_bit_mask = 1ULL << CONFIG_VIGIL_MOTOR, .mode = GPIO_MODE_OUTPUT};
  ESP_ERROR_CHECK(gpio_config(&inputs));
  ESP_ERROR_CHECK(gpio_config(&output));
  xTaskCreate(buttons_task, "buttons", 3072, NULL, 6, NULL);
}
