import { Card } from '../../components/card.tsx';
import { user } from '../../state/session.ts';
import { setTheme, THEMES, theme } from '../../state/theme.ts';
import { settings } from '../../text/en/settings.ts';

const text = settings.appearance;

export function Appearance() {
  return (
    <Card title={text.title}>
      <fieldset class="radios">
        <legend>{text.legend}</legend>
        {THEMES.map((name) => (
          <label key={name}>
            <input
              type="radio"
              name="theme"
              value={name}
              checked={theme.value === name}
              onChange={() => setTheme(name)}
            />
            {text[name]}
          </label>
        ))}
      </fieldset>
      {user.value?.role !== 'PATIENT' && <p class="hint">{text.keys}</p>}
    </Card>
  );
}
