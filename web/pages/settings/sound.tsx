import { useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Notice } from '../../components/notice.tsx';
import { sound, testSound } from '../../state/sound.ts';
import { settings } from '../../text/en/settings.ts';

const text = settings.sound;

export function SoundCard() {
  const [tested, setTested] = useState(false);
  const test = async () => {
    await testSound();
    setTested(true);
  };
  return (
    <Card title={text.title}>
      <p>{text.about}</p>
      {tested && <Notice>{sound.value === 'unsupported' ? text.unsupported : text.played}</Notice>}
      <Button onPress={test}>{text.test}</Button>
    </Card>
  );
}
