import type { PageTexts } from './en.ts';

export const de: PageTexts = {
  canClose: 'Sie können diese Seite schließen.',
  errors: {
    LINK_USED: 'Dieser Link wurde schon benutzt oder ist abgelaufen',
    NOT_IN_CARE_TEAM: 'Dieser Bewohner ist Ihnen nicht zugeordnet',
    NO_RESPONSE: 'Zu diesem Sturz wurde keine Pflegekraft alarmiert',
    EMAIL_TAKEN: 'Diese E-Mail-Adresse gehört zu einem anderen Konto',
    RATE_LIMITED: 'Zu viele Anfragen, bitte versuchen Sie es später wieder',
    BODY_TOO_LARGE: 'Dieses Formular ist zu groß',
    UNSUPPORTED_MEDIA_TYPE: 'Diese Seite nimmt nur Formulare an',
    UNAVAILABLE: 'Vigil ist nicht erreichbar, bitte versuchen Sie es noch einmal',
  },
  otherError: 'Das hat nicht funktioniert, bitte versuchen Sie es noch einmal',
};
