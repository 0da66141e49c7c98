import type { selfTest as english } from '../../en/node/self-test.ts'

export const selfTest: Record<keyof typeof english, string> = {
  'selfTest.bridgeAnswerMissing': 'Die Seite hat ein anderes Ereignis empfangen.',
  'selfTest.bridgePassed':
    'Die Seite hat Aufrufe gesendet, Antworten erhalten und ein Ereignis empfangen.',
  'selfTest.callFailed': '{name} ist fehlgeschlagen: {kind}.',
  'selfTest.databasePassed':
    'SQLite {version} hat in eine Datei geschrieben und die Daten wieder gelesen.',
  'selfTest.databaseUnreadable': 'Die geschriebenen Daten konnten nicht gelesen werden.',
  'selfTest.demoPassed':
    'Die Seite hat sich bei der Demo angemeldet, einen Status festgelegt und ihn wieder gelesen.',
  'selfTest.demoStatusLost': 'Der festgelegte Status wurde nicht behalten.',
  'selfTest.endPassed': 'Latchkey wurde geschlossen, und es gab keine weiteren Fehler.',
  'selfTest.finished':
    'Selbsttest {isOk, select, true {bestanden} other {fehlgeschlagen}}. Bericht: {file}',
  'selfTest.keychainModuleFailed':
    'keytar konnte nicht geladen werden, daher werden Token nicht gespeichert: {reason}',
  'selfTest.keychainNoCall': 'keytar hat kein {call}.',
  'selfTest.keychainPassed': 'keytar wurde geladen. Der Schlüsselbund selbst wurde nicht geöffnet.',
  'selfTest.libraryMissing': '{library} fehlt im System.',
  'selfTest.loadFailed': 'Chromium konnte die Seite nicht laden ({code}).',
  'selfTest.moduleMissing': 'es ist nicht installiert.',
  'selfTest.moduleOtherNode': 'es wurde für eine andere Version von Node gebaut.',
  'selfTest.needs': 'Erfordert die Prüfung „{name}“, die nicht bestanden wurde.',
  'selfTest.needsFile':
    '--self-test benötigt eine Datei für den Bericht, zum Beispiel: --self-test report.json',
  'selfTest.networkPassed': 'Anfragen haben Daten vom Demo-Dienst gelesen und dort geschrieben.',
  'selfTest.noWindow': 'Es gibt kein Fenster.',
  'selfTest.notAReport':
    '{file} ist kein Selbsttest-Bericht und wird nicht überschrieben. Wählen Sie eine andere Datei.',
  'selfTest.notFinished': 'Nach {seconds} Sekunden nicht beendet.',
  'selfTest.notStarted': 'Latchkey wurde nicht gestartet.',
  'selfTest.otherErrors': 'Weitere Fehler sind aufgetreten: {errors}.',
  'selfTest.pageEnded': 'Der Prozess der Seite wurde beendet ({reason}).',
  'selfTest.pagePassed': 'Das verborgene Fenster hat die Seite geladen.',
  'selfTest.pageWrong': 'Das Fenster zeigt eine andere Seite.',
  'selfTest.policyDifferent': 'Die Seite wurde mit einer anderen Richtlinie geliefert.',
  'selfTest.policyIneffective':
    'Die Richtlinie wird gesendet, aber Text kann als Code ausgeführt werden.',
  'selfTest.policyMissing': 'Die Seite wurde ohne Richtlinie geliefert.',
  'selfTest.policyPassed':
    'Die Richtlinie wird mit der Seite gesendet und verhindert, dass Text als Code ausgeführt wird.',
  'selfTest.preloadPassed': 'Die Seite hat die Brücke, aber keinen Zugriff auf Node.',
  'selfTest.preloadWrong': 'Die Seite hat {seen} statt nur invoke und on.',
  'selfTest.quitEarly': 'Der Selbsttest wurde vorzeitig beendet.',
  'selfTest.readUnexpected': 'Ein Lesezugriff wurde nicht wie erwartet beantwortet.',
  'selfTest.reportNotWritten':
    'Der Selbsttest-Bericht konnte nicht in {file} geschrieben werden: {reason}. Wählen Sie eine andere Datei.',
  'selfTest.sandboxMissing':
    'Die Seite läuft nicht in einer Sandbox, obwohl die Sandbox nicht ausgeschaltet wurde.',
  'selfTest.sandboxOff': 'Beim Start ausgeschaltet (--no-sandbox).',
  'selfTest.sandboxPassed': 'Die Seite läuft in einer Sandbox.',
  'selfTest.screensPassed': 'Die Seite zeigt ihre erste Ansicht.',
  'selfTest.startPassed': 'Electron und Latchkey wurden gestartet.',
  'selfTest.unknownTokenUnexpected':
    'Eine Anfrage mit unbekanntem Token wurde nicht wie erwartet beantwortet.',
  'selfTest.writeUnexpected': 'Ein Schreibzugriff wurde nicht wie erwartet beantwortet.',
}
