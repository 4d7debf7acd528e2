import { wear as text } from '../text/en/wear.ts';
import { BigButton } from './parts.tsx';
import { connection, press, refusedPress, sending } from './state.ts';

/** One press calls for help, as in the console. */
export const HelpButton = () => (
  <BigButton kind="help" onPress={() => press('help')}>
    {text.help}
  </BigButton>
);

/** Whether the service knows of the press. Nobody may believe that help is coming while nobody was told. */
export function PressState() {
  const { presses = [] } = sending.value ?? {};
  const refused = refusedPress.value;
  return (
    <div role="alert" class="wear-presses">
      {presses.length > 0 &&
        (connection.value === 'live' ? (
          <p>{text.telling}</p>
        ) : (
          <>
            <p class="wear-strong">{text.notTold}</p>
            <p>{text.notToldHint}</p>
          </>
        ))}
      {refused !== undefined && <p>{text.refused[refused.answer]}</p>}
    </div>
  );
}
