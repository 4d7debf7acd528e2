import { useState } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { Notice } from '../components/notice.tsx';
import type { MorningAnswer } from '../state/morning-answers.ts';
import { board as boardText } from '../text/en/board.ts';
import { common } from '../text/en/common.ts';
import { station as text } from '../text/en/station.ts';
import { actingWith, type Person, rest, type StationDeviceAlert } from './api.ts';
import { PinPad } from './pin-pad.tsx';
import { board, loadBoard } from './state.ts';

export type Act =
  | {
      readonly kind: 'claim' | 'release' | 'handOff' | 'resolve';
      readonly fallId: string;
      readonly patientName: string;
      readonly patientRoom: string | null;
    }
  | {
      readonly kind: 'acknowledge';
      readonly patientName: string;
      readonly copies: StationDeviceAlert['alerts'];
    }
  | {
      readonly kind: 'answer';
      readonly patientName: string;
      readonly questionId: string;
      readonly answer: MorningAnswer;
    }
  | { readonly kind: 'test'; readonly patientName: string };

const OUTCOMES = ['HELPED', 'NO_HELP_NEEDED', 'FALSE_ALARM'] as const;
type Outcome = (typeof OUTCOMES)[number];

interface Answer {
  readonly ok: boolean;
  readonly error?: string;
  readonly code?: string;
  readonly details?: Readonly<Record<string, string>>;
}

/** Asks what happened or for whom, then who acts, then for their PIN. */
export function ActDialog({ act, onClose }: { readonly act: Act; readonly onClose: () => void }) {
  const [outcome, setOutcome] = useState<Outcome>();
  const [recipient, setRecipient] = useState<Person>();
  const [passed, setPassed] = useState<boolean>();
  const [person, setPerson] = useState<Person>();
  const [failure, setFailure] = useState<string>();
  const missing = { resolve: outcome, handOff: recipient, test: passed } as const;
  const isReady = !(act.kind in missing) || missing[act.kind as keyof typeof missing] !== undefined;

  async function enter(pin: string): Promise<void> {
    if (person === undefined) return;
    const unlocked = await rest.post('/stations/me/unlock', { body: { caregiverId: person.id, pin } });
    if (!unlocked.ok) {
      setFailure(
        unlocked.code === 'PIN_WRONG'
          ? text.errors.wrong
          : unlocked.code === 'PIN_LOCKED'
            ? text.errors.locked(unlocked.retryAfter ?? 0)
            : unlocked.error,
      );
      return;
    }
    const done = await perform(act, unlocked.data.token, { person, outcome, recipient, passed });
    if (!done.ok) return setFailure(refusal(act, done));
    await loadBoard();
    onClose();
  }

  const back = () => {
    setFailure(undefined);
    if (person !== undefined) setPerson(undefined);
    else {
      setOutcome(undefined);
      setRecipient(undefined);
      setPassed(undefined);
    }
  };
  return (
    <Dialog title={text.act[act.kind](act.patientName)} onClose={onClose}>
      {failure !== undefined && <Notice kind="error">{failure}</Notice>}
      {!isReady && act.kind === 'resolve' && (
        <Choices
          legend={boardText.dialog.outcome}
          options={OUTCOMES.map((id) => ({ id, name: boardText.dialog[id] }))}
          onChoose={({ id }) => setOutcome(id)}
        />
      )}
      {!isReady && act.kind === 'handOff' && (
        <Choices legend={text.toWhom} options={peopleToChoose()} onChoose={setRecipient} />
      )}
      {!isReady && act.kind === 'test' && (
        <>
          <p class="station-test">{text.test.alarm}</p>
          <Choices
            legend={text.test.question}
            options={[
              { id: 'yes', name: text.test.yes },
              { id: 'no', name: text.test.no },
            ]}
            onChoose={({ id }) => setPassed(id === 'yes')}
          />
        </>
      )}
      {isReady && person === undefined && (
        <Choices legend={text.who} options={peopleToChoose()} onChoose={setPerson} />
      )}
      {person !== undefined && <PinPad key={failure} label={text.pin(person.name)} onEnter={enter} />}
      <div class="actions">
        {(person !== undefined || (isReady && (outcome ?? recipient ?? passed) !== undefined)) && (
          <Button onPress={back}>{text.back}</Button>
        )}
        <Button onPress={onClose}>{common.cancel}</Button>
      </div>
    </Dialog>
  );
}

function refusal(act: Act, { error, code, details }: Answer): string | undefined {
  const first = code === 'ALREADY_CLAIMED' ? details?.claimedBy : undefined;
  return act.kind === 'claim' && first !== undefined
    ? boardText.toasts.wasFirst(first, act.patientName, act.patientRoom)
    : error;
}

/** Those on duty first: most likely one of them stands here. */
function peopleToChoose(): readonly Person[] {
  const shown = board.peek();
  const duty = new Set(shown?.onDuty.map(({ id }) => id));
  return [...(shown?.caregivers ?? [])].sort((a, b) => Number(duty.has(b.id)) - Number(duty.has(a.id)));
}

function Choices<Option extends { readonly id: string; readonly name: string }>({
  legend,
  options,
  onChoose,
}: {
  readonly legend: string;
  readonly options: readonly Option[];
  readonly onChoose: (option: Option) => void;
}) {
  return (
    <fieldset class="station-choices">
      <legend>{legend}</legend>
      {options.map((option) => (
        <Button key={option.id} onPress={() => onChoose(option)}>
          {option.name}
        </Button>
      ))}
    </fieldset>
  );
}

async function perform(
  act: Act,
  token: string,
  given: {
    readonly person: Person;
    readonly outcome: Outcome | undefined;
    readonly recipient: Person | undefined;
    readonly passed: boolean | undefined;
  },
): Promise<Answer> {
  const api = actingWith(token);
  if (act.kind === 'acknowledge') {
    const own = act.copies.find(({ caregiverId }) => caregiverId === given.person.id);
    if (own === undefined) return { ok: false, error: text.errors.noAlert };
    return api.post('/caregivers/alerts/{id}/acknowledge', { path: { id: own.id }, body: {} });
  }
  if (act.kind === 'answer')
    return api.post('/morning-questions/{id}/answer', {
      path: { id: act.questionId },
      body: { answer: act.answer },
    });
  if (act.kind === 'test') return api.post('/stations/me/test', { body: { passed: given.passed ?? false } });
  const path = { id: act.fallId };
  switch (act.kind) {
    case 'claim':
      return claimed(api, act.fallId);
    case 'release':
      return api.post('/falls/{id}/release', { path });
    case 'handOff':
      return api.post('/falls/{id}/hand-off', { path, body: { caregiverId: given.recipient?.id ?? '' } });
    case 'resolve':
      return api.post('/falls/{id}/resolve', { path, body: { outcome: given.outcome ?? 'HELPED' } });
  }
}

/** Whoever is here and says that they go helps from another ward, where the resident is not in their care. */
async function claimed(api: ReturnType<typeof actingWith>, id: string): Promise<Answer> {
  const claim = () => api.post('/falls/{id}/claim', { path: { id }, body: {} });
  const first = await claim();
  if (first.ok || first.code !== 'NOT_IN_CARE_TEAM') return first;
  const joined = await api.post('/falls/{id}/assist', { path: { id }, body: {} });
  return joined.ok ? claim() : joined;
}
