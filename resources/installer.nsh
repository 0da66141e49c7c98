; What the installer for Windows does besides electron-builder's own steps.

!define KEY_CLASS "Latchkey.PublicKey"

; Installs only for the current user. Latchkey registers itself in the user's part of the registry and the Start menu, which an
; uninstaller that runs as an administrator couldn't take back.
!macro customInstallMode
  StrCpy $isForceCurrentInstall "1"
!macroend

; Offers Latchkey for files of public keys, and leaves the program that opens them as it is.
!macro offerFor EXTENSION
  WriteRegNone SHELL_CONTEXT "Software\Classes\${EXTENSION}\OpenWithProgids" "${KEY_CLASS}"
!macroend

!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\${KEY_CLASS}" "" "Public key"
  WriteRegStr SHELL_CONTEXT "Software\Classes\${KEY_CLASS}\DefaultIcon" "" "$appExe,0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\${KEY_CLASS}\shell\open\command" "" '"$appExe" "%1"'
  !insertmacro offerFor ".pub"
  !insertmacro offerFor ".asc"
!macroend

; Besides what it installed it takes back what Latchkey itself registered for the user: its links, its start at sign-in, and
; what takes clicks on notifications.
!macro customUnInstall
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.pub\OpenWithProgids" "${KEY_CLASS}"
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.asc\OpenWithProgids" "${KEY_CLASS}"
  DeleteRegKey SHELL_CONTEXT "Software\Classes\${KEY_CLASS}"
  ${ifNot} ${isUpdated}
    DeleteRegKey HKCU "Software\Classes\latchkey"
    DeleteRegKey HKCU "Software\Classes\CLSID\{6D2A0B1E-7C54-4B0B-9E37-5F4C1D8A92E3}"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "${APP_ID}"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run" "${APP_ID}"
  ${endIf}
!macroend
