import type { secrets as english } from '../../en/node/secrets.ts'

export const secrets: Record<keyof typeof english, string> = {
  'secrets.checkItems':
    'Prüfen Sie dort die Einträge mit dem Namen Latchkey und versuchen Sie es dann erneut.',
  'secrets.createDefault':
    'Erstellen oder öffnen Sie einen, zum Beispiel in „Passwörter und Verschlüsselung“, KWalletManager oder KeePassXC, und versuchen Sie es dann erneut.',
  'secrets.didNotKeep': 'Der {keychain} hat den Eintrag nicht richtig gespeichert.',
  'secrets.doesNotGive': 'Der {keychain} enthält den Eintrag, gibt ihn aber nicht zurück.',
  'secrets.failed': 'Fehler im {keychain}: {problem}.',
  'secrets.installLibsecret':
    'Um Token zu behalten, installieren Sie libsecret (libsecret-1-0 unter Debian und Ubuntu oder libsecret-1-dev vor „npm install“) und installieren Sie Latchkey dann neu.',
  'secrets.installService':
    'Um Token zu behalten, installieren und starten Sie gnome-keyring oder KWallet.',
  'secrets.keychain':
    '{platform, select, darwin {macOS-Schlüsselbund} win32 {Windows-Anmeldeinformationsspeicher} other {System-Schlüsselbund}}',
  'secrets.locked': 'Der System-Schlüsselbund ist gesperrt.',
  'secrets.macosLocked':
    'Der macOS-Schlüsselbund ist gesperrt oder hat Latchkey den Zugriff verweigert: {problem}.',
  'secrets.noDefault': 'Im System ist kein Standard-Schlüsselbund geöffnet.',
  'secrets.noLibsecret':
    'Latchkey kann den {keychain} nicht verwenden, weil libsecret fehlt. Token werden nur behalten, bis Sie Latchkey schließen.',
  'secrets.noModule':
    'Latchkey kann den {keychain} nicht verwenden, weil ein Teil von Latchkey fehlt. Token werden nur behalten, bis Sie Latchkey schließen.',
  'secrets.noService':
    'Auf diesem Computer wurde kein Schlüsselbund gefunden. Token werden nur behalten, bis Sie Latchkey schließen.',
  'secrets.reinstall': 'Um Token zu behalten, installieren Sie Latchkey neu.',
  'secrets.restart':
    'Versuchen Sie es erneut. Wenn das Problem weiterhin auftritt, starten Sie Latchkey neu.',
  'secrets.silent':
    'Der {keychain} hat nicht innerhalb von {seconds, plural, one {# Sekunde} other {# Sekunden}} geantwortet.',
  'secrets.state': '{problem} {remedy}',
  'secrets.unlock':
    'Entsperren Sie ihn, zum Beispiel in „Passwörter und Verschlüsselung“ oder KWalletManager, und versuchen Sie es dann erneut.',
  'secrets.unlockAndAllow':
    'Entsperren Sie ihn, erlauben Sie Latchkey den Zugriff, wenn macOS fragt, und versuchen Sie es dann erneut.',
  'secrets.waitsForYou':
    'Prüfen Sie, ob er in einem anderen Fenster auf Sie wartet, und versuchen Sie es dann erneut.',
}
