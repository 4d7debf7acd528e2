import type { notFound as en } from '../en/not-found.ts';
import type { Texts } from '../texts.ts';

export const notFound: Texts<typeof en> = {
  title: 'Seite nicht gefunden',
  text: 'Diese Seite gibt es nicht. Vielleicht ist der Link veraltet.',
  home: 'Zur Startseite',
  failed: 'Diese Seite konnte nicht geladen werden',
  failedText: 'Vielleicht wurde der Dienst aktualisiert.',
  partFailed: 'Dieser Teil der Seite konnte nicht geladen werden.',
  reload: 'Seite neu laden',
  unreachable: 'Vigil antwortet nicht',
  unreachableText: 'Der Dienst ist nicht erreichbar. Diese Seite versucht es von selbst immer wieder.',
  limited: 'Zu viele Anfragen',
  forbidden: 'Kein Zugriff',
  forbiddenText: 'Ihr Konto hat keinen Zugriff auf diese Seite.',
};
