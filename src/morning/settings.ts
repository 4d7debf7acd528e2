import { setting, type ValuesOf } from '../platform/config/setting.ts';
import { InvalidValue, wholeNumber } from '../platform/config/values.ts';

const hour = wholeNumber(0, 23);

const rows = {
  morningQuestionHour: setting<number | 'off'>({
    env: 'MORNING_QUESTION_HOUR',
    meaning:
      'hour of the day, in the time zone of the organisation, at which caregivers are asked about movements of the night that alerted nobody; `off` asks nothing',
    fallback: 7,
    parse: (value) => {
      if (value === 'off') return 'off';
      try {
        return hour(value);
      } catch {
        throw new InvalidValue('must be an hour from 0 to 23, or off');
      }
    },
  }),
};

export type MorningConfig = ValuesOf<typeof rows>;

export const settings = { rows };
