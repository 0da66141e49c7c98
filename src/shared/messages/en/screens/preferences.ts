export const preferences = {
  'preferences.changes': 'Changes',
  'preferences.ignoredNow': 'Ignored: {isOn, select, true {on} other {off}} in GitLab',
  'preferences.internal': 'Internal',
  'preferences.internalHint': 'Rarely needed.',
  'preferences.lead': 'How GitLab shows changes to you, and what it shares about you.',
  'preferences.notSavedNow': 'Not saved: {isOn, select, true {on} other {off}} in GitLab',
  'preferences.on': 'On',
  'preferences.oneFileAtATime': 'One file at a time',
  'preferences.oneFileAtATimeHint':
    'Merge requests show one changed file at a time. Large ones load faster.',
  'preferences.passIdentities': 'Pass my identities to CI/CD jobs',
  'preferences.passIdentitiesHint':
    'Tokens (JWT) of CI/CD jobs that you start include your external identities. This is an internal GitLab flag: don’t share these tokens with third parties.',
  'preferences.policyEditor': 'Advanced policy editor',
  'preferences.policyEditorHint':
    'Shows the form and the YAML side by side when you edit a security policy.',
  'preferences.saved': 'Saved',
  'preferences.savedOne': '{preference}: {isOn, select, true {on} other {off}}.',
  'preferences.securityPolicies': 'Security policies',
  'preferences.showWhitespace': 'Show whitespace changes',
  'preferences.showWhitespaceHint':
    'Includes lines in which only spaces, tabs, or indentation changed.',
  'preferences.switch': '{preference}: {isOn, select, true {turn off} other {turn on}}',
  'preferences.title': 'Preferences',
}
