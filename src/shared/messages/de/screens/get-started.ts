import type { getStarted as english } from '../../en/screens/get-started.ts'

export const getStarted: Record<keyof typeof english, string> = {
  'getStarted.avatar': 'Profilbild hinzufügen',
  'getStarted.avatarHint': 'Hilft anderen, Sie zu erkennen.',
  'getStarted.chooseAvatar': 'Profilbild festlegen',
  'getStarted.done': 'Erledigt',
  'getStarted.keys': 'SSH-Schlüssel hinzufügen',
  'getStarted.keysFound':
    '{count, plural, one {# Schlüssel auf diesem Computer ist nicht in Ihrem Konto.} other {# Schlüssel auf diesem Computer sind nicht in Ihrem Konto.}}',
  'getStarted.keysHint':
    'Damit können Sie Git über SSH verwenden. Latchkey kann einen Schlüssel erstellen und Git einrichten.',
  'getStarted.setUpComputer': 'Diesen Computer einrichten',
  'getStarted.setStatus': 'Status festlegen',
  'getStarted.skip': 'Überspringen',
  'getStarted.skipAll': 'Alle überspringen',
  'getStarted.skipStep': 'Überspringen: {step}',
  'getStarted.status': 'Status festlegen',
  'getStarted.statusHint': 'Wählen Sie unten eine Vorlage aus oder schreiben Sie etwas Eigenes.',
  'getStarted.title': 'Erste Schritte',
  'getStarted.git': 'Git auf diesem Computer einrichten',
  'getStarted.gitHint': 'Gibt Ihren Commits Ihren Namen und eine bestätigte E-Mail-Adresse.',
}
