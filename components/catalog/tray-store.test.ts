import { beforeEach, expect, test } from 'vitest';
import { type TrayItem, tray, trayKey } from './tray-store.ts';

const item = (format: string): TrayItem => ({
  asset_id: 'a',
  audience: 'teacher',
  format,
  title: 'Leaf',
  label: format,
});

beforeEach(() => tray.clear('tomoko'));

test('a file stands in the selection once, however often it is put there', () => {
  tray.add('tomoko', [item('print'), item('web-small')]);
  tray.add('tomoko', [item('print')]);
  expect(tray.read('tomoko').map(trayKey)).toEqual(['a/teacher/print', 'a/teacher/web-small']);
});

test('the next person at the same tab sees nothing of it', () => {
  tray.add('tomoko', [item('print')]);
  expect(tray.read('paul')).toEqual([]);
  tray.add('paul', [item('web-small')]);
  expect(tray.read('tomoko')).toEqual([]);
});

test('listeners hear of each change, and the value stays the same between changes', () => {
  let heard = 0;
  const leave = tray.subscribe(() => {
    heard += 1;
  });
  tray.add('tomoko', [item('print')]);
  expect(tray.read('tomoko')).toBe(tray.read('tomoko'));
  tray.remove('tomoko', trayKey(item('print')));
  leave();
  tray.add('tomoko', [item('print')]);
  expect(heard).toBe(2);
});
