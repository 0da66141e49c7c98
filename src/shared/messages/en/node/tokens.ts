export const tokens = {
  'tokens.mustBeLater': 'must be later than today',
  'tokens.wouldBeExpired': 'A token with this expiry date would already be expired.',
  'tokens.wouldBeExpiredHint':
    'Choose tomorrow or a later day. Tokens expire at 00:00 UTC on their expiry date.',
}
