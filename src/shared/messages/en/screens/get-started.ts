export const getStarted = {
  'getStarted.avatar': 'Add an avatar',
  'getStarted.avatarHint': 'Helps others recognize you.',
  'getStarted.chooseAvatar': 'Set avatar',
  'getStarted.done': 'Done',
  'getStarted.keys': 'Add an SSH key',
  'getStarted.keysFound':
    '{count, plural, one {# key on this computer isn’t on your account.} other {# keys on this computer aren’t on your account.}}',
  'getStarted.keysHint': 'Lets you use Git over SSH. Latchkey can create one and set up Git.',
  'getStarted.setUpComputer': 'Set up this computer',
  'getStarted.setStatus': 'Set status',
  'getStarted.skip': 'Skip',
  'getStarted.skipAll': 'Skip all',
  'getStarted.skipStep': 'Skip: {step}',
  'getStarted.status': 'Set a status',
  'getStarted.statusHint': 'Pick a preset below or write your own.',
  'getStarted.title': 'Get started',
}
