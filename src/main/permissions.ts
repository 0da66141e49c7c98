import { session } from 'electron'

/** The page's only permission: to write to the clipboard. */
const allowedPermissions = new Set(['clipboard-sanitized-write'])

export function setupPermissions(): void {
  const { defaultSession } = session
  // guard: permission-requests
  defaultSession.setPermissionRequestHandler((_, permission, answer) =>
    answer(allowedPermissions.has(permission)),
  )
  defaultSession.setPermissionCheckHandler((_, permission) => allowedPermissions.has(permission))
  defaultSession.setDevicePermissionHandler(() => false)
}
