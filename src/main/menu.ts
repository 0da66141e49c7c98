import { Menu, type MenuItemConstructorOptions } from 'electron'
import type { DesktopAction, MenuEntry } from '../core/features/desktop/menu-entry.ts'

/** Runs the selected item's action. */
export type Run = (action: DesktopAction) => void

/** Builds a native menu. */
export function createMenu(entries: readonly MenuEntry[], run: Run): Menu {
  return Menu.buildFromTemplate(entries.map((entry) => toMenuItem(entry, run)))
}

function toMenuItem(entry: MenuEntry, run: Run): MenuItemConstructorOptions {
  switch (entry.kind) {
    case 'separator':
      return { type: 'separator' }
    case 'role':
      return { role: entry.role }
    case 'text':
      return { label: entry.label, enabled: false }
    case 'menu': {
      const { label, role, entries } = entry
      return {
        label,
        ...(role && { role }),
        submenu: entries.map((inner) => toMenuItem(inner, run)),
      }
    }
    case 'item': {
      const { label, action, accelerator, isHandledByPage, isHidden, isChecked } = entry
      return {
        label,
        click: () => run(action),
        ...(isHidden && { visible: false }),
        ...(accelerator !== undefined && { accelerator, registerAccelerator: !isHandledByPage }),
        ...(isChecked !== undefined && { type: 'radio', checked: isChecked }),
      }
    }
  }
}
