import type { setup as en } from '../../en/admin/setup.ts';
import type { Texts } from '../../texts.ts';
import { plural } from '../../words.ts';

export const setup: Texts<typeof en> = {
  title: 'Haus einrichten',
  about:
    'Neun Schritte vom leeren Haus bis zum ersten Alarm. Die Reihenfolge ist frei, und Sie können später weitermachen.',
  limits:
    'Vigil ist kein Medizinprodukt und erkennt nicht jeden Sturz. Es ersetzt weder die Rufanlage noch Menschen, die nach den Bewohnern sehen.',
  insecure:
    'Diese Adresse hat kein HTTPS: Passwörter und Gesundheitsdaten gehen unverschlüsselt durchs Netz, und Browser erlauben weder Benachrichtigungen noch Passkeys. Setzen Sie die Variable TLS_ACME auf Ihren Hostnamen, oder verwenden Sie einen Proxy. Das Handbuch erklärt beides in docs/deploy.md, „HTTPS with a certificate of its own“.',
  sharedAddress:
    'In Ihrem Haus teilen sich mehrere Personen eine Internetadresse und wurden zusammen wegen zu vieler Anfragen abgewiesen. Setzen Sie die Variable RATE_LIMIT_BY auf „session“: Dann hat jede Person ihre eigene Grenze. Das Handbuch erklärt es in docs/contract.md, „Rate limits“.',
  complete: 'Alle Schritte sind erledigt.',
  progress: (done, all) => `${done} von ${all} Schritten erledigt`,
  done: 'Erledigt',
  open: 'Offen',
  loading: 'Wird geprüft …',
  steps: {
    organisation: {
      title: 'Haus benennen',
      about: 'Name, Zeitzone und Sprache des Hauses.',
      state: (name, zone) => `${name}, ${zone}`,
      action: 'Einstellungen öffnen',
    },
    wards: {
      title: 'Wohnbereiche anlegen',
      about: 'Pflegekräfte eines Wohnbereichs sehen seine Bewohner und bekommen deren Alarme.',
      state: (count) => plural(count, { one: 'Wohnbereich', other: 'Wohnbereiche' }),
      action: 'Wohnbereich anlegen',
      all: 'Wohnbereiche öffnen',
    },
    caregivers: {
      title: 'Pflegekräfte hinzufügen',
      about: 'Geben Sie jeder Pflegekraft ein Konto und ordnen Sie sie ihren Wohnbereichen zu.',
      state: (count) => plural(count, { one: 'Pflegekraft', other: 'Pflegekräfte' }),
      withoutWard: (wards) => `Noch keine Pflegekräfte in: ${wards}.`,
      action: 'Pflegekraft anlegen',
      all: 'Personen öffnen',
    },
    residents: {
      title: 'Bewohner hinzufügen',
      about: 'Einzeln oder alle auf einmal aus einer Datei. Eine E-Mail-Adresse ist nicht nötig.',
      state: (count) => plural(count, { one: 'Bewohner', other: 'Bewohner' }),
      action: 'Bewohner hinzufügen',
      import: 'Aus Datei importieren',
    },
    wearables: {
      title: 'Sturzmelder verbinden',
      about:
        'Fügen Sie einen Sturzmelder auf der Seite seines Bewohners hinzu. Geben Sie dann das Token ein, oder scannen Sie den QR-Code.',
      state: (count, residents) => `${count} von ${residents} Bewohnern haben einen Sturzmelder`,
      action: 'Sturzmelder anlegen',
      all: 'Sturzmelder öffnen',
      wearer: 'Wer trägt ihn?',
      next: 'Weiter',
      sensors: 'Raumsensoren',
      phone: 'Mit dem Telefon ausprobieren',
    },
    escalation: {
      title: 'Eskalation prüfen',
      about: 'Wer zuerst benachrichtigt wird, und wer danach, wenn niemand reagiert.',
      reaches: 'Pflegekräfte sind auch außerhalb der Konsole erreichbar.',
      action: 'Eskalation öffnen',
    },
    channels: {
      title: 'Eigene Benachrichtigungen einschalten',
      about:
        'Wählen Sie, wie Vigil Sie erreicht, und senden Sie einen Test. Jede Pflegekraft tut das in ihren Einstellungen.',
      state: (count) =>
        plural(count, {
          one: 'funktionierende Benachrichtigung',
          other: 'funktionierende Benachrichtigungen',
        }),
      action: 'Einstellungen öffnen',
    },
    ring: {
      title: 'Alle Telefone anklingeln',
      about:
        'Klingeln Sie einen Wohnbereich an und sehen Sie, welche Telefone antworten. Eine Antwort ist ein bestandener Test im Prüfbuch.',
      state: ({ channels, overdueChannels }) =>
        `${channels - overdueChannels} von ${plural(channels, { one: 'Benachrichtigung', other: 'Benachrichtigungen' })} getestet`,
      action: 'Wohnbereich anklingeln',
      all: 'Prüfbuch öffnen',
    },
    test: {
      title: 'Testalarm auslösen',
      about: 'Sehen Sie einen Alarm vom ersten Ton bis zum Ergebnis, bevor Sie sich darauf verlassen.',
      none: 'Noch kein Test',
      running: 'Der Testalarm ist offen. Übernehmen Sie ihn auf der Übersicht und schließen Sie ihn ab.',
      state: (when) => `Letzter Test: ${when}`,
      action: 'Testalarm auslösen',
      board: 'Übersicht öffnen',
    },
  },
  phone: {
    title: 'Mit dem Telefon ausprobieren',
    about:
      'Ihr Telefon wird zum Sturzmelder des Bewohners, den Sie wählen: Lassen Sie es auf ein Kissen fallen, und die Übersicht zeigt seinen Alarm. Wählen Sie einen, den Sie zum Ausprobieren verwenden.',
    wearer: 'Wer stürzt?',
    make: 'QR-Code anzeigen',
    name: 'Telefon',
    made: 'Das Telefon ist als Sturzmelder angelegt.',
    scan: 'Das Telefon muss im selben Netz sein. Sein Browser warnt vielleicht einmal, weil er das Zertifikat nicht kennt: Fahren Sie fort.',
    insecure:
      'Browser erlauben einer Seite den Bewegungssensor eines Telefons nur über HTTPS, und dieser Dienst hat kein HTTPS.',
    howTo:
      'Zum Ausprobieren im eigenen Netz setzen Sie die Variable TLS_OWN auf „on“ und starten den Dienst neu. Für ein Haus setzen Sie TLS_ACME auf Ihren Hostnamen. Das Handbuch erklärt beides in docs/deploy.md, „HTTPS for a phone that tries it“.',
  },
  path: {
    title: 'Alarmweg',
    about:
      'Alle paar Minuten schickt sich Vigil selbst einen Testalarm, vom Messwert bis zur Benachrichtigung. Niemand sieht ihn.',
    ok: (time) => `Alarme kommen an. Letzter Test: ${time}.`,
    untested:
      'Am letzten Tag ist kein Test gelungen. Der Dienst ist eben erst gestartet, oder PATH_TEST_MINUTES ist 0.',
    failing: {
      prepared: (since) => `Die Datenbank ist seit ${since} nicht erreichbar.`,
      published: (since) => `Sturzmelder können sich seit ${since} nicht verbinden.`,
      acknowledged: (since) => `Messwerte werden seit ${since} nicht gespeichert.`,
      raised: (since) => `Stürze werden seit ${since} nicht gemeldet.`,
      queued: (since) => `Stürze werden seit ${since} nicht eskaliert.`,
      delivered: (since) => `Benachrichtigungen werden seit ${since} nicht gesendet.`,
      received: (since) => `Zustellungen werden seit ${since} nicht vermerkt.`,
    },
    reason: (reason) => `Grund: ${reason}.`,
    strip: (failed, tested) =>
      `Letzte 24 Stunden: Fehler in ${failed} von ${tested} Viertelstunden mit Tests`,
    dayAgo: 'Vor 24 Stunden',
    now: 'Jetzt',
  },
  overdue: {
    title: 'Überfällige Prüfungen',
    none: 'Keine Prüfung ist überfällig.',
    count: (count) => `${plural(count, { one: 'Prüfung ist', other: 'Prüfungen sind' })} überfällig.`,
    one: (test, name) => `${test}: ${name}`,
    open: 'Prüfbuch öffnen',
  },
  test: {
    title: 'Testalarm auslösen?',
    explained:
      'Vigil vermerkt einen Sturz unter Ihrem eigenen Namen, am Ort „Test. Niemand ist gestürzt.“ Bewohner und Pflegekräfte sind nicht beteiligt.',
    alerts: (names) =>
      `Diese Personen bekommen ihn auf der Übersicht und über ihre Benachrichtigungen: ${names}.`,
    others: 'Sagen Sie den anderen vorher Bescheid.',
    afterwards:
      'Gehen Sie dann zur Übersicht, drücken Sie „Ich gehe hin“ und schließen Sie ihn als Fehlalarm ab.',
    place: 'Test. Niemand ist gestürzt.',
    start: 'Testalarm auslösen',
    started: 'Der Testalarm ist auf der Übersicht.',
  },
};
