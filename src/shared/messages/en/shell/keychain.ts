export const keychain = {
  'keychain.title': 'Keychain',
}
