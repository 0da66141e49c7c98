/** The checks for this computer, in display order. Each comes after the checks that it depends on. */
export const checks = [
  'git',
  'ssh-key',
  'key-on-account',
  'agent',
  'connection',
  'host-key',
  'identity',
  'signing',
  'signing-key',
  'clock',
] as const

/** The findings of checks, with their severity. */
export const findings = {
  'git-found': 'ok',
  'git-missing': 'failed',
  'git-fails': 'failed',
  'commit-fails': 'failed',
  'push-fails': 'failed',
  'git-old': 'warning',
  'key-found': 'ok',
  'agent-key-found': 'ok',
  'no-key': 'failed',
  'key-without-public': 'failed',
  'weak-key': 'failed',
  'open-files': 'failed',
  'key-on-account': 'ok',
  'key-not-on-account': 'failed',
  'key-expired': 'failed',
  /** The key has no passphrase, so anyone with a copy of its file can use it. */
  'agent-not-needed': 'warning',
  'agent-has-key': 'ok',
  /** A key without a passphrase whose file is of no use without the device. */
  'security-key': 'ok',
  'agent-without-key': 'warning',
  /** Neither ssh's configuration nor an agent offers the key to the instance. */
  'key-not-tried': 'failed',
  'no-agent': 'warning',
  'silent-agent': 'failed',
  'host-key-known': 'ok',
  'host-key-unknown': 'failed',
  'host-key-changed': 'failed',
  'host-key-not-published': 'failed',
  connected: 'ok',
  'not-connected': 'failed',
  'identity-set': 'ok',
  /** Only in the repositories of the account's identity. */
  'identity-in-repositories': 'ok',
  'identity-in-folders': 'warning',
  'identity-in-folders-only': 'ok',
  'no-name': 'failed',
  'no-email': 'failed',
  'email-not-verified': 'failed',
  'signing-works': 'ok',
  /** Not tried. */
  'signing-on': 'ok',
  'signing-works-unverified': 'ok',
  /** Only in the repositories of the account's identity. */
  'signing-in-identity': 'ok',
  'gpg-key-missing': 'failed',
  'signing-off': 'warning',
  'no-signing-key': 'failed',
  'signing-key-missing': 'failed',
  'signing-fails': 'failed',
  'signing-key-on-account': 'ok',
  'signing-key-not-on-account': 'failed',
  'signing-key-not-for-signing': 'failed',
  'signing-key-expired': 'failed',
  /** The account's copy of the GPG key lacks the subkey that signs. */
  'signing-key-outdated': 'failed',
  'signing-key-revoked': 'failed',
  /** The GPG key doesn't contain the committer's email. */
  'signing-key-without-email': 'failed',
  'clock-right': 'ok',
  'clock-wrong': 'failed',
  /** The check couldn't run, because something it requires is missing, such as git or a response from the instance. */
  'not-checked': 'unknown',
} as const
export type Finding = keyof typeof findings

export const changeKinds = [
  'permissions',
  'create-key',
  'add-to-agent',
  'add-to-account',
  'trust-host',
  'allow-signer',
  'git-identity',
  'git-signing',
  'identity-settings',
  'identity-scope',
  'repository-settings',
  'ssh-host',
  'ssh-include',
] as const
