import type { storage as english } from '../../en/node/storage.ts'

export const storage: Record<keyof typeof english, string> = {
  'storage.brokenLink': 'リンク先のファイルがもう存在しません',
  'storage.databaseNewer':
    '{path}は、新しいバージョンのLatchkeyで書き込まれています（形式{version}、このバージョンの対応形式は{supported}）。',
  'storage.databaseNewerHint':
    '新しいバージョンを起動するか、ファイルを移動してからもう一度起動してください。',
  'storage.databaseUnopenable': '{path}を開けません: {reason}。',
  'storage.databaseUnopenableHint':
    'フォルダーに書き込めることと、ディスクに空きがあることを確認してから、Latchkeyをもう一度起動してください。',
  'storage.directoryNotSaved': 'ユーザー一覧をこのコンピューターに保存できませんでした: {reason}。',
  'storage.directoryRemedy':
    '空き容量を増やすか、データフォルダーへの書き込みを自分のユーザーに許可してから、もう一度お試しください。',
  'storage.diskBroken': 'ディスクのエラーが報告されています',
  'storage.diskFull': 'ディスクがいっぱいです',
  'storage.diskReadOnly': 'ディスクが読み取り専用です',
  'storage.entryIrregular':
    '{path}は通常のファイルではありません。別の場所に移動してから、もう一度起動してください。',
  'storage.entryLink':
    '{path}はシンボリックリンクで、どこを指しているかわかりません。リンク先の実体に置き換えるか削除してから、もう一度起動してください。',
  'storage.entryOfAnother':
    '{path}はこのコンピューターの別のユーザーのものです。自分のものであれば所有者を自分のユーザーに変更し、そうでなければ別の場所に移動してください。その後、もう一度起動してください。',
  'storage.fileBusy': '別のプログラムがファイルを使用しています',
  'storage.fileInPlace': 'フォルダーの場所に同じ名前のファイルがあります',
  'storage.fileReadOnly': 'ファイルが読み取り専用です',
  'storage.fileTooLarge': 'ファイルが大きくなりすぎます',
  'storage.fileUnopenable': 'ファイルを開けません',
  'storage.folderBelowFile':
    '{path}はフォルダーではなくファイルの中にあります。--dataで別のフォルダーを指定してください。',
  'storage.folderBrokenLink':
    '{path}のリンク先のフォルダーはもう存在しません。--dataで別のフォルダーを指定してください。',
  'storage.folderForeign':
    '{path}はこのコンピューターの他のユーザーに公開されており、Latchkeyのものではないファイルが含まれています。--dataで自分専用の空のフォルダーを指定してください。',
  'storage.folderGone': 'フォルダーがもう存在しません',
  'storage.folderInPlace': '同じ名前のフォルダーがあります',
  'storage.folderInUse':
    'Latchkeyはすでにデータフォルダー{path}で実行中です。終了するか、--dataで別のフォルダーを指定してください。',
  'storage.folderIsFile':
    '{path}はフォルダーではなくファイルです。--dataで別のフォルダーを指定してください。',
  'storage.folderOfAnother':
    '{path}はこのコンピューターの別のユーザーのものです。--dataで自分専用の空のフォルダーを指定してください。',
  'storage.folderOpen':
    '{path}はこのコンピューターの他のユーザーに公開されており、このディスクでは変更できません。--dataで自分専用の空のフォルダーを指定してください。',
  'storage.folderUnusable': 'Latchkeyのデータフォルダーを使用できません。{reason}',
  'storage.folderUnwritable':
    '{path}を使用できません: {reason}。読み取りと書き込みを自分のユーザーに許可するか、--dataで別のフォルダーを指定してください。',
  'storage.freeSpace': '{folder}の空き容量を増やしてください。',
  'storage.giveAccess': '{path}の読み取りと書き込みを自分のユーザーに許可してください。',
  'storage.linkCircle': 'シンボリックリンクが循環しています',
  'storage.lockFailed':
    '{file}をロックできません: {reason}。--dataでローカルディスクのフォルダーを指定してください。',
  'storage.lockForeign':
    '{file}はLatchkeyのロックファイルではありません。このフォルダーを使用しているLatchkeyがないことを確認し、ファイルを削除してから、もう一度起動してください。',
  'storage.lockIsFolder':
    '{file}はファイルではなくフォルダーです。別の場所に移動してから、もう一度起動してください。',
  'storage.lockTaken':
    '{file}は別のプログラムにロックされています。このフォルダーを使用しているLatchkeyがないことを確認し、ファイルを削除してから、もう一度起動してください。',
  'storage.lockUnwritable':
    '{file}を書き込み用に開けません。読み取りと書き込みを自分のユーザーに許可するか、このフォルダーを使用しているLatchkeyがなければ削除してください。その後、もう一度起動してください。',
  'storage.moveAway': '{path}を別の場所に移動してください。',
  'storage.nameTaken':
    '{path}はLatchkeyが使う名前ですが、このフォルダーでLatchkeyが使われたことはありません。--dataで自分専用の空のフォルダーを指定してください。',
  'storage.nameTooLong': '名前が長すぎます',
  'storage.notRead': '{path}を読み取れませんでした: {reason}。',
  'storage.notRegular': '通常のファイルではありません',
  'storage.notSaved': '{file}をこのコンピューターに保存できませんでした: {reason}。',
  'storage.permissionDenied': '権限がありません',
  'storage.quotaUsedUp': 'ディスクの割り当て容量を使い切りました',
  'storage.restoreLink': '{path}のリンク先を元に戻すか、リンクを削除してください。',
  'storage.serviceUnaffected': 'GitLabでの変更には影響ありません。{remedy}',
  'storage.systemSays': 'システムエラー（{code}）',
  'storage.thenRetry': '{remedy}その後、もう一度お試しください。',
  'storage.tooLarge': 'Latchkeyが書き込むどのファイルよりも大きいファイルです',
  'storage.tooManyFiles': '開いているファイルが多すぎます',
}
