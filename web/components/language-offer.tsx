import { useState } from 'preact/hooks';
import { api } from '../api/rest.ts';
import { dismissOffer, offered } from '../state/language.ts';
import { profileChanged, user } from '../state/session.ts';
import { offers } from '../text/offers.ts';
import { Button } from './button.tsx';

/** docs/home.md, "The organisation": at the first visit the browser's language is offered, in that language. */
export function LanguageOffer() {
  const [failure, setFailure] = useState<string>();
  const language = offered.value;
  const me = user.value;
  if (language === undefined || me === undefined) return null;
  const words = offers[language];
  const accept = async () => {
    const reply = await api.put('/profile/me', { body: { language } });
    if (reply.ok) profileChanged(reply.data);
    else setFailure(reply.error);
  };
  return (
    <div class="banner calm" role="status">
      <p lang={language}>{words.question}</p>
      {failure !== undefined && <p>{failure}</p>}
      <Button onPress={accept}>
        <span lang={language}>{words.accept}</span>
      </Button>
      <Button kind="quiet" onPress={() => dismissOffer(me.id)}>
        <span lang={language}>{words.dismiss}</span>
      </Button>
    </div>
  );
}
