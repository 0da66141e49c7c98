import type { foundTokens as english } from '../../en/node/found-tokens.ts'

export const foundTokens: Record<keyof typeof english, string> = {
  'foundTokens.changed': '{file} hat sich seit der Suche geändert.',
  'foundTokens.gitAbsent': 'Git ist auf diesem Computer nicht mehr installiert.',
  'foundTokens.gitNotAToken':
    'Die in Git gespeicherten Anmeldedaten für {host} sind kein persönliches Zugriffstoken.',
  'foundTokens.gitNotATokenHint':
    'Wahrscheinlich sind sie ein Passwort oder das OAuth-Token eines anderen Programms. Erstellen Sie ein persönliches Zugriffstoken und fügen Sie es in das Formular ein.',
  'foundTokens.gitNothing': 'Git hat keine Anmeldedaten für {host}.',
  'foundTokens.gitOtherHost':
    'Git hat Anmeldedaten für einen anderen Host als {host} zurückgegeben. Es wurde nichts gesendet.',
  'foundTokens.gitTimeout':
    'Der Credential Helper von Git hat für {host} nicht rechtzeitig geantwortet.',
  'foundTokens.gitTimeoutHint':
    'Vielleicht hat er auf ein Passwort oder einen Klick gewartet. Fügen Sie stattdessen ein Token in das Formular ein.',
  'foundTokens.gone': 'Diese Tokenliste ist veraltet.',
  'foundTokens.lookAgainHint': 'Suchen Sie erneut.',
  'foundTokens.malformed': 'Der gefundene Wert ist kein gültiges Zugriffstoken.',
  'foundTokens.pasteHint': 'Fügen Sie stattdessen ein Token in das Formular ein.',
}
