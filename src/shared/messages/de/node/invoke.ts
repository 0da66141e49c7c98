import type { invoke as english } from '../../en/node/invoke.ts'

export const invoke: Record<keyof typeof english, string> = {
  'invoke.accountNeeded': 'Dafür ist ein Konto erforderlich.',
  'invoke.askForAccess':
    'Bitten Sie einen Administrator um Zugriff oder verwenden Sie ein Konto, das ihn hat.',
  'invoke.chooseLess':
    'Es wurde nichts gesendet. Wählen Sie weniger Einträge aus oder geben Sie weniger Text ein.',
  'invoke.noAdministrator': '@{username} ist kein Administrator dieser Instanz.',
  'invoke.notOpen': 'Das ist hier nicht verfügbar.',
  'invoke.reload': 'Laden Sie das Fenster neu und versuchen Sie es noch einmal.',
  'invoke.tooMuch': 'Das ist zu viel, um es auf einmal zu senden.',
  'invoke.unexpected': 'In Latchkey ist ein Fehler aufgetreten.',
  'invoke.unexpectedHint':
    'Versuchen Sie es erneut. Wenn das Problem weiterhin auftritt, starten Sie Latchkey neu.',
  'invoke.unknown': 'Diese Version von Latchkey kann das nicht.',
}
