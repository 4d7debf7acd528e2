/* SPDX-License-Identifier: LicenseRef-Vigil-Unlicensed */
/* An MPU-6050 on I²C: ±16 g, ±1000 °/s, 50 Hz, bandwidth 184 Hz. Replace this file for another sensor. */
#include "app.h"
#include "driver/i2c_master.h"
#include "esp_timer.h"

#define ADDRESS 0x68
#define TIMEOUT_MS 20
#define WHO_AM_I 0x75
#define FIRST_VALUE 0x3B

#define MS2_PER_UNIT (9.80665f / 2048.0f)
#define DEGREES_PER_UNIT (1.0f / 32.8f)

static i2c_master_dev_handle_t device;

static bool write_register(uint8_t address, uint8_t value) {
  uint8_t bytes[] = {address, value};
  return i2c_master_transmit(device, bytes, sizeof bytes, TIMEOUT_MS) == ESP_OK;
}

static bool open_bus(void) {
  i2c_master_bus_config_t bus = {.i2c_port = -1, .sda_io_num = CONFIG_VIGIL_I2C_SDA, .scl_io_num = CONFIG_VIGIL_I2C_SCL,
                                 .clk_source = I2C_CLK_SRC_DEFAULT, .glitch_ignore_cnt = 7,
                                 .flags.enable_internal_pullup = true};
  i2c_device_config_t sensor = {.dev_addr_length = I2C_ADDR_BIT_LEN_7, .device_address = ADDRESS, .scl_speed_hz = 400000};
  i2c_master_bus_handle_t handle;
  return i2c_new_master_bus(&bus, &handle) == ESP_OK && i2c_master_bus_add_device(handle, &sensor, &device) == ESP_OK;
}

bool imu_start(void) {
  uint8_t address = WHO_AM_I, identity = 0;
  if (device == NULL && !open_bus()) return false;
  if (i2c_master_transmit_receive(device, &address, 1, &identity, 1, TIMEOUT_MS) != ESP_OK || identity != ADDRESS) return false;
  /* Awake with the gyro's clock; 1 kHz / (1 + 19); 184 Hz; ±1000 °/s; ±16 g. The defaults would clip every fall. */
  return write_register(0x6B, 0x01) && write_register(0x19, 19) && write_register(0x1A, 0x01) && write_register(0x1B, 0x10) &&
         write_register(0x1C, 0x18);
}

static float value_at(const uint8_t *bytes, float unit) { return (float)(int16_t)(bytes[0] << 8 | bytes[1]) * unit; }

bool imu_read(struct vigil_sample *sample) {
  uint8_t address = FIRST_VALUE, bytes[14];
  if (i2c_master_transmit_receive(device, &address, 1, bytes, sizeof bytes, TIMEOUT_MS) != ESP_OK) return false;
  *sample = (struct vigil_sample){.uptime_ms = esp_timer_get_time() / 1000,
                                  .ax = value_at(bytes, MS2_PER_UNIT),
                                  .ay = value_at(bytes + 2, MS2_PER_UNIT),
                                  .az = value_at(bytes + 4, MS2_PER_UNIT),
                                  /* The temperature lies between. */
                                  .gx = value_at(bytes + 8, DEGREES_PER_UNIT),
                                  .gy = value_at(bytes + 10, DEGREES_PER_UNIT),
                                  .gz = value_at(bytes + 12, DEGREES_PER_UNIT)};
  return true;
}
