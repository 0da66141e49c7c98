export const secrets = {
  'secrets.checkItems': 'Check the items named Latchkey there, then try again.',
  'secrets.createDefault':
    'Create or open one, for example in “Passwords and Keys”, KWalletManager, or KeePassXC, then try again.',
  'secrets.didNotKeep': 'The {keychain} didn’t store the item correctly.',
  'secrets.doesNotGive': 'The {keychain} contains the item but doesn’t return it.',
  'secrets.failed': 'The {keychain} failed: {problem}.',
  'secrets.installLibsecret':
    'To keep tokens, install libsecret (libsecret-1-0 on Debian and Ubuntu, or libsecret-1-dev before “npm install”), then reinstall Latchkey.',
  'secrets.installService': 'To keep tokens, install and start gnome-keyring or KWallet.',
  'secrets.keychain':
    '{platform, select, darwin {macOS Keychain} win32 {Windows Credential Manager} other {system keyring}}',
  'secrets.locked': 'The system keyring is locked.',
  'secrets.macosLocked': 'The macOS Keychain is locked or denied Latchkey access: {problem}.',
  'secrets.noDefault': 'The system keyring has no default keyring that is open.',
  'secrets.noLibsecret':
    'Latchkey can’t use the {keychain} because libsecret is missing. Tokens are kept only until you close Latchkey.',
  'secrets.noModule':
    'Latchkey can’t use the {keychain} because a part of Latchkey is missing. Tokens are kept only until you close Latchkey.',
  'secrets.noService':
    'No keychain was found on this computer. Tokens are kept only until you close Latchkey.',
  'secrets.reinstall': 'To keep tokens, reinstall Latchkey.',
  'secrets.restart': 'Try again. If it keeps happening, restart Latchkey.',
  'secrets.silent':
    'The {keychain} didn’t respond within {seconds, plural, one {# second} other {# seconds}}.',
  'secrets.state': '{problem} {remedy}',
  'secrets.unlock':
    'Unlock it, for example in “Passwords and Keys” or KWalletManager, then try again.',
  'secrets.unlockAndAllow': 'Unlock it, allow Latchkey when macOS asks, then try again.',
  'secrets.waitsForYou': 'Check whether it’s waiting for you in another window, then try again.',
}
