import {
  type ContextMenuParams,
  Menu,
  type MenuItemConstructorOptions,
  type WebContents,
  app,
} from 'electron'
import { joinWithSeparator } from '../core/features/desktop/menu-entry.ts'
import { t } from '../core/platform/messages.ts'
import { appOrigin } from './app-protocol.ts'
import { shorten } from '../shared/rules/text-length.ts'

type OpenLink = (linkItems: string, hasGesture: boolean) => Promise<void>

/** Shows context menus for the mouse and the menu key. Electron doesn't provide any by default. */
export function showContextMenus(contents: WebContents, openLink: OpenLink): void {
  contents.on('context-menu', (_, params) => {
    const items = menuItems(contents, params, openLink)
    if (items.length > 0) Menu.buildFromTemplate(items).popup()
  })
}

function menuItems(contents: WebContents, params: ContextMenuParams, openLink: OpenLink) {
  return joinWithSeparator<MenuItemConstructorOptions>({ type: 'separator' }, [
    spellingItems(contents, params),
    dictionaryItems(contents, params),
    link(params, openLink),
    editingItems(params),
    inspectionItems(contents, params),
  ])
}

function spellingItems(
  contents: WebContents,
  { dictionarySuggestions, misspelledWord }: ContextMenuParams,
): MenuItemConstructorOptions[] {
  if (misspelledWord === '') return []
  if (dictionarySuggestions.length === 0)
    return [{ label: t('desktop.noSuggestions'), enabled: false }]
  return dictionarySuggestions.map((word) => ({
    label: word,
    click: () => contents.replaceMisspelling(word),
  }))
}

/** Only macOS has a built-in dictionary. */
function dictionaryItems(
  contents: WebContents,
  { selectionText }: ContextMenuParams,
): MenuItemConstructorOptions[] {
  const text = selectionText.trim()
  if (process.platform !== 'darwin' || text === '') return []
  return [
    {
      label: t('desktop.lookUp', { text: shorten(text, 30) }),
      click: () => contents.showDefinitionForSelection(),
    },
  ]
}

function link({ linkURL }: ContextMenuParams, openLink: OpenLink): MenuItemConstructorOptions[] {
  if (linkURL === '' || linkURL.startsWith(`${appOrigin}/`)) return []
  // The menu is native, so scripts can't operate it.
  return [{ label: t('desktop.openLink'), click: () => void openLink(linkURL, true) }]
}

function editingItems({
  isEditable,
  selectionText,
  editFlags,
}: ContextMenuParams): MenuItemConstructorOptions[] {
  if (!isEditable) return selectionText.trim() === '' ? [] : [{ role: 'copy' }]
  return [
    { role: 'cut', enabled: editFlags.canCut },
    { role: 'copy', enabled: editFlags.canCopy },
    { role: 'paste', enabled: editFlags.canPaste },
    { role: 'selectAll', enabled: editFlags.canSelectAll },
  ]
}

function inspectionItems(
  contents: WebContents,
  { x, y }: ContextMenuParams,
): MenuItemConstructorOptions[] {
  if (app.isPackaged) return []
  return [{ label: t('desktop.inspect'), click: () => contents.inspectElement(x, y) }]
}
