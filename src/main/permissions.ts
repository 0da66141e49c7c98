import { session } from 'electron'

/** The only permission of the page: to put text on the clipboard. */
const allowed = new Set(['clipboard-sanitized-write'])

export function setupPermissions(): void {
  const { defaultSession } = session
  // guard: permission-requests
  defaultSession.setPermissionRequestHandler((_, permission, answer) =>
    answer(allowed.has(permission)),
  )
  defaultSession.setPermissionCheckHandler((_, permission) => allowed.has(permission))
  defaultSession.setDevicePermissionHandler(() => false)
}
