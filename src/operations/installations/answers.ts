import Type, { type Static, type TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

// What the overview reads of an installation's answers. Installations may be older or newer than this program: what it does
// not know is left out, and what is missing is unknown.

const word = () => Type.String({ maxLength: 200 });
const count = () => Type.Integer({ minimum: 0 });
const known = <S extends TSchema>(schema: S) => Type.Optional(Type.Union([schema, Type.Null()]));

const Health = Type.Object({
  status: Type.Union([Type.Literal('HEALTHY'), Type.Literal('DEGRADED')]),
  version: word(),
  details: Type.Object({
    path: known(
      Type.Object({
        ok: Type.Union([Type.Boolean(), Type.Null()]),
        failing: known(Type.Object({ stage: word() })),
      }),
    ),
    disk: known(Type.Object({ fullInDays: Type.Union([Type.Number(), Type.Null()]) })),
    backup: known(Type.Object({ at: word() })),
    update: known(Type.Object({ version: word() })),
    warnings: Type.Array(Type.Object({ code: word() }), { maxItems: 100 }),
  }),
});

const Shift = Type.Object({ alerts: count(), falseAlarms: count() });

const Operations = Type.Object({
  wards: Type.Array(
    Type.Object({
      name: Type.Union([word(), Type.Null()]),
      residents: count(),
      wearables: count(),
      silentWearables: count(),
      unanswered: count(),
      overdueTests: count(),
      coverage: Type.Object({ connectedMinutes: count(), blindMinutes: count() }),
      alerts: Type.Object({ EARLY: Shift, LATE: Shift, NIGHT: Shift }),
    }),
    { maxItems: 1000 },
  ),
});

export type Health = Static<typeof Health>;
export type Ward = Static<typeof Operations>['wards'][number];

/** The `data` of an answer; undefined for anything else. */
function dataReader<S extends TSchema>(schema: S): (body: string) => Static<S> | undefined {
  const compiled = Compile(schema);
  return (body) => {
    try {
      const { data } = JSON.parse(body) as { readonly data?: unknown };
      return compiled.Check(data) ? data : undefined;
    } catch {
      return undefined;
    }
  };
}

export const healthIn = dataReader(Health);
export const operationsIn = dataReader(Operations);
