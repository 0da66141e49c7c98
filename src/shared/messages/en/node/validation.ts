/** Most of these follow the name of a field, as GitLab’s own texts do. */
export const validation = {
  'validation.correct': 'Correct it and try again. Nothing was sent.',
  'validation.empty': 'can’t be empty',
  'validation.failed': '{field} {problem}.',
  'validation.foreignCharacters':
    'contains characters that an access token can’t have. Copy it again',
  'validation.identityIncomplete':
    'is also required, because an identity needs a provider and an external UID',
  'validation.imageTooLarge': 'is too large. Choose an image of at most {max, number} KiB',
  'validation.invalid': 'is not valid',
  'validation.missing': 'is missing',
  'validation.noBase64': 'is not valid Base64',
  'validation.noDate': 'is not a date like 2026-01-31',
  'validation.noEmail': 'is not an email address',
  'validation.noHash': 'is not a SHA-256 hash',
  'validation.noId': 'is not an ID',
  'validation.noIds': 'is not a list of IDs',
  'validation.noName': 'is not a name',
  'validation.noTimestamp': 'is not a date and time like 2026-01-31T12:00:00Z',
  'validation.noWholeNumber': 'must be a whole number from {min, number} to {max, number}',
  'validation.negative': 'must be 0 or more',
  'validation.passwordChoice':
    'is required, unless you send a reset link or choose a random password',
  'validation.tokenTooLong': 'is too long for an access token',
  'validation.tooLargeCertificate': 'is too large for a certificate',
  'validation.tooLong': 'is too long (maximum is {max, number} characters)',
  'validation.tooManyFiles': 'must be at most {max, number}',
  'validation.tooShort': 'is too short (minimum is {min, number} characters)',
  'validation.unknown': 'is not a known field',
  'validation.unreadable': 'can’t be read',
}
