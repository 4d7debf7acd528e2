/** Shares of falls found and of activities left alone that a release should reach. */
export interface Goal {
  readonly found: number;
  readonly quiet: number;
}

type Goals = Readonly<Record<string, Goal>>;

const goal = (found: number, quiet: number): Goal => ({ found: found / 100, quiet: quiet / 100 });

/** For people whom the networks have not seen, by data set; parts and samples share theirs. */
export const PEOPLE_GOALS: { readonly reading: Goals; readonly samples: Goals } = {
  reading: {
    weda: goal(93, 96.5),
    uma: goal(93, 96.5),
    fallalld: goal(80, 97),
    smartfallmm: goal(82, 98),
    hifd: goal(93, 93),
  },
  samples: {
    weda: goal(98, 97.5),
    uma: goal(95, 97),
    fallalld: goal(90, 97.5),
    smartfallmm: goal(92, 98.5),
    hifd: goal(96, 95),
  },
};

/** For devices that the networks have not seen. */
export const DEVICE_GOALS: { readonly reading: Goals; readonly samples: Goals } = {
  reading: { fallalld: goal(60, 97) },
  samples: {
    weda: goal(88, 97),
    uma: goal(88, 97),
    fallalld: goal(60, 97),
    smartfallmm: goal(88, 97),
    hifd: goal(88, 97),
  },
};

/** Without a gyro. */
export const GYRO_GOALS: Goals = { hifd: goal(85, 0) };
/** Points of falls found that late and lost messages may cost. */
export const DELIVERY_GOAL = 2;
/** False alarms per hour of ordinary life, at POTENTIAL. */
export const LIFE_GOALS = { reading: 0.25, samples: 0.1 } as const;
