import type { sshKeys as english } from '../../en/screens/ssh-keys.ts'

export const sshKeys: Record<keyof typeof english, string> = {
  'sshKeys.algorithm': '{name}, {bits} Bit',
  'sshKeys.algorithmOnDevice': '{name} (Sicherheitsschlüssel), {bits} Bit',
  'sshKeys.deletion':
    '{name} kann nicht mehr für Pull, Push oder die Anmeldung über SSH verwendet werden. Damit signierte Commits bleiben verifiziert, neue werden es nicht mehr. Die Schlüsseldatei selbst bleibt erhalten.',
  'sshKeys.lostComment':
    'Der Kommentar sieht wie ein privater Schlüssel aus, daher wird der Schlüssel ohne ihn importiert.',
  'sshKeys.replaceText':
    'GitLab kann einen Schlüssel nicht ändern. Latchkey löscht ihn daher und fügt ihn mit einer neuen ID wieder hinzu; er funktioniert für einen Moment nicht. Damit signierte Commits bleiben verifiziert. Wird der geänderte Schlüssel abgelehnt, wird der alte wieder hinzugefügt.',
  'sshKeys.titleEmpty': 'darf nicht leer sein',
  'sshKeys.titlePlaceholder': 'Arbeitslaptop',
  'sshKeys.titleTooLong': 'ist zu lang (höchstens {limit} Zeichen)',
  'sshKeys.usageHint_auth': 'Nur Pull und Push',
  'sshKeys.usageHint_auth_and_signing': 'Pull, Push und Commits signieren',
  'sshKeys.usageHint_signing': 'Nur Commits signieren',
  'sshKeys.usageType': 'Verwendung',
  'sshKeys.usage_auth': 'Authentifizierung',
  'sshKeys.usage_auth_and_signing': 'Authentifizierung und Signieren',
  'sshKeys.usage_signing': 'Signieren',
}
