import type { users as english } from '../../en/screens/users.ts'

export const users: Record<keyof typeof english, string> = {
  'users.accessAdministrator': '管理者',
  'users.accessDeveloper': 'デベロッパー',
  'users.accessGuest': 'ゲスト',
  'users.accessLevel': 'アクセスレベル{level}',
  'users.accessMaintainer': 'メンテナー',
  'users.accessMinimal': '最小アクセス',
  'users.accessNone': 'アクセスなし',
  'users.accessOwner': 'オーナー',
  'users.accessPlanner': 'プランナー',
  'users.accessReporter': 'レポーター',
  'users.accessUnknown': '不明なアクセス',
  'users.stateActive': 'アクティブ',
  'users.stateBanned': 'BAN済み',
  'users.stateBlocked': 'ブロック済み',
  'users.stateDeactivated': '無効化済み',
  'users.stateLdapBlocked': 'LDAPブロック済み',
  'users.statePendingApproval': '承認待ち',
}
