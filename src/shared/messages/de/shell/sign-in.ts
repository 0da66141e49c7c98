import type { signIn as english } from '../../en/shell/sign-in.ts'

export const signIn: Record<keyof typeof english, string> = {
  'signIn.about': 'Über Latchkey',
  'signIn.admin': 'Ich bin Administrator',
  'signIn.adminHint':
    'Der Link für ein neues Token fordert dann auch Administratorberechtigungen an.',
  'signIn.chooseCertificate': 'Zertifikat auswählen',
  'signIn.claim': 'Verwalten Sie Ihr Konto von Ihrem Desktop aus.',
  'signIn.createToken': 'Token auf {instance} erstellen',
  'signIn.demoAsAdmin': 'Demo als Administrator ausprobieren',
  'signIn.demoAsUser': 'Demo als Benutzer ausprobieren',
  'signIn.demoHint':
    'Die Demo läuft auf diesem Computer mit erfundenen Benutzern und endet, wenn Sie Latchkey beenden.',
  'signIn.demoTitle': 'Kein Konto?',
  'signIn.done': 'Angemeldet als {name}.',
  'signIn.doneForSession': 'Angemeldet als {name}, bis Sie Latchkey schließen.',
  'signIn.findTokens': 'Token auf diesem Computer suchen…',
  'signIn.form': 'Mit einem Token anmelden',
  'signIn.lead': 'Verwenden Sie ein persönliches Zugriffstoken.',
  'signIn.promiseAfterUnlock':
    'Ihr Token wird nur an Ihre Instanz gesendet. Es wird behalten, bis Sie Latchkey schließen, oder im {keychain} gespeichert, wenn Sie ihn entsperren.',
  'signIn.promiseFiles': 'Latchkey schreibt es nie in eine Datei oder ein Log.',
  'signIn.promiseInstance': 'Ihr Token wird nur an Ihre Instanz gesendet.',
  'signIn.promiseKeychain':
    'Ihr Token wird im {keychain} gespeichert und nur an Ihre Instanz gesendet.',
  'signIn.promiseOthers': 'An niemand anderen wird etwas gesendet.',
  'signIn.promiseSession':
    'Ihr Token wird nur an Ihre Instanz gesendet und behalten, bis Sie Latchkey schließen.',
  'signIn.submit': 'Anmelden',
  'signIn.token': 'Zugriffstoken',
  'signIn.tokenHint': 'Geben Sie eine URL ein, um einen Link für ein neues Token zu erhalten.',
  'signIn.tokenMissing': 'Fügen Sie ein Zugriffstoken ein.',
  'signIn.tokenMoved': 'Das war ein Token. Es steht jetzt im Feld für das Token.',
  'signIn.tokenTarget': 'Ihr Token wird nur an {url} gesendet.',
  'signIn.unencrypted': 'Mein Token unverschlüsselt senden',
  'signIn.unencryptedHint': 'Jeder im Netzwerk könnte das Token lesen.',
  'signIn.url': 'GitLab-URL',
  'signIn.urlExample': 'gitlab.example.com',
  'signIn.urlHint': 'Gegebenenfalls mit Port oder Unterordner.',
  'signIn.urlMissing': 'Geben Sie die GitLab-URL ein.',
  'signIn.useGitlabCom': 'gitlab.com verwenden',
}
