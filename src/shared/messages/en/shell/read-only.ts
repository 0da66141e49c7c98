export const readOnly = {
  'readOnly.hint': 'To make changes, replace it with a token that has the api scope.',
  'readOnly.message': 'This token is read-only.',
}
