import {
  connectDevice,
  createDevice,
  getDevice,
  getDevices,
  revokeDevice,
} from '@companion/contract/staff/stageDevices';
import {
  createDevice as create,
  findDevice,
  listDevices,
  revokeDevice as revoke,
} from '../../identity/staff/deviceQueries.ts';
import { reject } from '../../platform/domainError.ts';
import { isoTime } from '../../platform/time.ts';
import { transact } from '../../platform/transact.ts';
import type { Api } from '../handle.ts';
import { handleStaff } from '../handleStaff.ts';
import { setStaffCookie } from '../staffCookies.ts';

export function stageDeviceRoutes(api: Api): void {
  const { services } = api;

  handleStaff(api, getDevices, async () => ({
    results: (await listDevices(services.db)).map((row) => toDevice(row, row.creator)),
  }));

  handleStaff(api, createDevice, async ({ body, member, audit }) => {
    const { device, link } = await transact(services, async (tx) => {
      const created = await create(tx, { name: body.name, createdBy: member.id });
      await audit(tx, { entity: 'device', entityId: created.device.id, fields: ['name'] });
      return created;
    });
    return { results: { ...toDevice(device, member.name), link } };
  });

  handleStaff(api, revokeDevice, async ({ params: { deviceId }, audit }) => {
    await transact(services, async (tx) => {
      if (!(await revoke(tx.db, deviceId))) reject('notFound', 'This stage screen was revoked already.');
      await audit(tx, { entity: 'device', entityId: deviceId });
    });
    return { message: 'The stage screen is revoked.' };
  });

  handleStaff(api, connectDevice, async ({ body, reply }) => {
    const device = await findDevice(services, body.token);
    if (!device) reject('notFound', 'This link was revoked. Please ask for a new one.');
    setStaffCookie(reply, 'device', body.token);
    return { results: device };
  });

  handleStaff(api, getDevice, async ({ device }) => ({
    results: device ?? reject('signedOut', 'Please sign in.'),
  }));
}

interface DeviceRow {
  id: string;
  name: string;
  created_at: number;
  last_used_at: number | null;
}

const toDevice = ({ id, name, created_at, last_used_at }: DeviceRow, createdBy: string) => ({
  id,
  name,
  createdBy,
  createdAt: isoTime(created_at),
  lastUsedAt: isoTime(last_used_at),
});
