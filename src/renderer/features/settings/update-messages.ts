import type { UpdatesOff } from '../../../shared/app/updates.ts'

/** Why Latchkey does not update itself, and who does. */
export const offWords: Record<UpdatesOff, string> = {
  browser:
    'In a browser you see the Latchkey that was started on this machine; update it there, with the tool that installed it.',
  'from-source': 'This Latchkey runs from its sources. Update them, and build it anew.',
  'package-manager':
    'The package manager of your system brings new versions, together with all else that it installed.',
  'app-store': 'The store that this Latchkey comes from brings new versions.',
  portable:
    'The portable Latchkey stays as it is. To update it, put a newer one in its place; your data stays.',
  'read-only':
    'Latchkey may not replace itself where it lies. Move it to a folder of yours (on a Mac, to Applications) and open it there.',
  'no-source':
    'Whoever made this package named no place for updates. Look for a newer one where you got it.',
  unsigned:
    "This package can't verify updates because it isn't signed. Download new versions where you got it.",
}
