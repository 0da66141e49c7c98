import type { foundTokens as english } from '../../en/screens/found-tokens.ts'

export const foundTokens: Record<keyof typeof english, string> = {
  'foundTokens.configLinkLoop': 'Das ist ein Link, der auf sich selbst verweist.',
  'foundTokens.configNoPermission': 'Sie haben keine Leseberechtigung.',
  'foundTokens.configNotAFile': 'Das ist keine reguläre Datei.',
  'foundTokens.configNotYaml': 'Das ist keine gültige glab-Konfiguration.',
  'foundTokens.configProblem': '{file} konnte nicht gelesen werden.',
  'foundTokens.configTooLarge': 'Die Datei ist größer als 64 KiB.',
  'foundTokens.configUnreadable': 'Möglicherweise ist der Datenträger oder die Datei beschädigt.',
  'foundTokens.git': 'Git',
  'foundTokens.gitAbsentHint': 'Git ist nicht installiert.',
  'foundTokens.gitHint': 'Wenn Sie das auswählen, werden die Credential Helper von Git abgefragt.',
  'foundTokens.gitNoUrlHint':
    'Um die Credential Helper von Git abzufragen, schließen Sie diesen Dialog und geben Sie zuerst die GitLab-URL ein.',
  'foundTokens.glab': 'glab',
  'foundTokens.glabFile': 'Aus {file}.',
  'foundTokens.glabFileAs': 'Aus {file}, als @{username}.',
  'foundTokens.lead':
    'Token werden nicht angezeigt. Das ausgewählte wird von seiner Instanz geprüft und wie ein eingefügtes gespeichert.',
  'foundTokens.lookAgain': 'Erneut suchen',
  'foundTokens.looked': 'Durchsucht: {places}.',
  'foundTokens.nothing': 'Nichts gefunden',
  'foundTokens.offer': '{instance} ({source})',
  'foundTokens.offers': 'Token zum Anmelden',
  'foundTokens.signInWith': 'Bei {instance} mit {source} anmelden',
  'foundTokens.stillInFile':
    'Das Token steht noch in {file}. Entfernen Sie es dort, wenn kein anderes Programm es braucht.',
  'foundTokens.stillInGit':
    'Der Credential Helper von Git hat das Token noch. Entfernen Sie es dort, wenn Git es nicht braucht.',
  'foundTokens.stillInVariable':
    'Das Token steht noch in der Umgebungsvariable {name}. Entfernen Sie es dort, wenn kein anderes Programm es braucht.',
  'foundTokens.title': 'Token auf diesem Computer',
  'foundTokens.unusable': 'Nicht verwendbar',
  'foundTokens.unusableJobToken': 'Ein CI/CD-Job-Token funktioniert nur in seinem Job.',
  'foundTokens.unusableKeychain':
    'Die Datei von glab enthält kein Token für diesen Host. Möglicherweise ist es im Schlüsselbund, in dem Latchkey nur die eigenen Einträge liest.',
  'foundTokens.unusableMalformed': 'Das ist kein gültiges Zugriffstoken.',
  'foundTokens.unusableOauth':
    'Ein OAuth-Token gehört dem Programm, das es erhalten hat, und läuft nach zwei Stunden ab. Verwenden Sie ein persönliches Zugriffstoken.',
  'foundTokens.unusableUrl': 'Die URL ist ungültig.',
  'foundTokens.variable': 'Aus der Umgebungsvariable {name}.',
}
