export const sshKeys = {
  'sshKeys.algorithm': '{name}, {bits} bits',
  'sshKeys.algorithmOnDevice': '{name} (security key), {bits} bits',
  'sshKeys.deletion':
    '{name} can no longer be used to pull, push, or sign in over SSH. Commits signed with it stay verified, but new ones won’t be. The key file itself is kept.',
  'sshKeys.lostComment': 'The comment looks like a private key, so the key is imported without it.',
  'sshKeys.replaceText':
    'GitLab can’t change a key, so Latchkey deletes it and adds it again with a new ID; it won’t work for a moment. Commits signed with it stay verified. If the changed key is refused, the old one is added again.',
  'sshKeys.titleEmpty': 'can’t be empty',
  'sshKeys.titlePlaceholder': 'Work laptop',
  'sshKeys.titleTooLong': 'is too long ({limit} characters at most)',
  'sshKeys.usageHint_auth': 'Pull and push only',
  'sshKeys.usageHint_auth_and_signing': 'Pull, push, and sign commits',
  'sshKeys.usageHint_signing': 'Sign commits only',
  'sshKeys.usageType': 'Usage type',
  'sshKeys.usage_auth': 'Authentication',
  'sshKeys.usage_auth_and_signing': 'Authentication and signing',
  'sshKeys.usage_signing': 'Signing',
}
