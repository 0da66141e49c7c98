import type { Notice } from '../../../shared/app/desktop.ts'

/** Said the first time that closing the window did not end Latchkey. */
export const goesOnInTray: Notice = {
  key: 'goes on in the tray',
  title: 'Latchkey goes on',
  text: 'Its icon is in the tray: open it from there, or quit. Settings say whether it goes on like this.',
  visit: { screen: 'settings' },
  onScreen: false,
}
