import type { ByLanguage } from '../platform/texts.ts';

/** An SMS has little room, and a call is heard, not read. */
export interface PhoneTexts {
  readonly sms: {
    readonly claim: (link: string, takesReplies: boolean) => string;
    readonly show: (link: string) => string;
    readonly count: (count: number) => string;
    readonly code: (code: string, validMinutes: number) => string;
    readonly help: string;
  };
  readonly call: {
    readonly alert: (headline: string) => string;
    readonly menu: (name: string) => string;
    readonly nothingPressed: string;
    readonly code: (digits: string) => string;
  };
  /** What came of a key or a reply. */
  readonly answers: {
    readonly claimed: (place: string) => string;
    readonly held: (holder: string, name: string) => string;
    readonly passed: string;
    readonly declined: string;
    readonly resolved: string;
    readonly refused: string;
    readonly used: string;
  };
}

export const PHONES: ByLanguage<PhoneTexts> = {
  en: {
    sms: {
      claim: (link, takesReplies) => `${takesReplies ? 'Going? Reply 1 or tap' : "I'm going:"} ${link}`,
      show: (link) => link,
      count: (count) => `${count} alerts`,
      code: (code, validMinutes) =>
        `${code} is your code for Vigil. It is valid for ${validMinutes} minutes.`,
      help: 'Vigil: reply 1 to take over the newest alert. There is nothing else to reply.',
    },
    call: {
      alert: (headline) => `This is Vigil. ${headline}.`,
      menu: (name) => `To take over ${name}, press 1. To pass this on, press 2.`,
      nothingPressed: 'No key was pressed. Goodbye.',
      code: (digits) => `This is Vigil. Your code is ${digits}.`,
    },
    answers: {
      claimed: (place) => `You have taken over: ${place}.`,
      held: (holder, name) => `${holder} is on the way to ${name}.`,
      passed: 'The alert is passed on to the others.',
      declined: 'You have declined. Your colleague stays responsible.',
      resolved: 'This alert is closed. Nothing is left to do.',
      refused: 'You cannot take over this alert.',
      used: 'Your answer was recorded before.',
    },
  },
  de: {
    sms: {
      claim: (link, takesReplies) =>
        `${takesReplies ? 'Hingehen: 1 antworten oder' : 'Ich gehe hin:'} ${link}`,
      show: (link) => link,
      count: (count) => `${count} Alarme`,
      code: (code, validMinutes) => `${code} ist Ihr Code für Vigil. Er gilt ${validMinutes} Minuten.`,
      help: 'Vigil: Antworten Sie mit 1, um den neuesten Alarm zu übernehmen. Andere Antworten haben keine Wirkung.',
    },
    call: {
      alert: (headline) => `Hier ist Vigil. ${headline}.`,
      menu: (name) => `Um ${name} zu übernehmen, drücken Sie die 1. Zum Weitergeben drücken Sie die 2.`,
      nothingPressed: 'Es wurde keine Taste gedrückt. Auf Wiederhören.',
      code: (digits) => `Hier ist Vigil. Ihr Code lautet ${digits}.`,
    },
    answers: {
      claimed: (place) => `Sie haben übernommen: ${place}.`,
      held: (holder, name) => `${holder} ist auf dem Weg zu ${name}.`,
      passed: 'Der Alarm geht an die anderen weiter.',
      declined: 'Sie haben abgelehnt. Ihre Kollegin oder Ihr Kollege bleibt zuständig.',
      resolved: 'Dieser Alarm ist abgeschlossen. Es ist nichts mehr zu tun.',
      refused: 'Sie können diesen Alarm nicht übernehmen.',
      used: 'Ihre Antwort ist schon gespeichert.',
    },
  },
};
