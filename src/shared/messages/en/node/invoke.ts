export const invoke = {
  'invoke.accountNeeded': 'This needs an account.',
  'invoke.askForAccess': 'Ask an administrator for access, or use an account that has it.',
  'invoke.chooseLess': 'Nothing was sent. Select fewer items or enter less text.',
  'invoke.noAdministrator': '@{username} isn’t an administrator of this instance.',
  'invoke.notOpen': 'This isn’t available here.',
  'invoke.reload': 'Reload the window and try again.',
  'invoke.tooMuch': 'This is too much to send at once.',
  'invoke.unexpected': 'Something went wrong in Latchkey.',
  'invoke.unexpectedHint': 'Try again. If it keeps happening, restart Latchkey.',
  'invoke.unknown': 'This version of Latchkey can’t do this.',
}
