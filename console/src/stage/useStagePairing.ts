import { useEffect, useEffectEvent, useState } from 'react';
import type { StaffFailure } from '../api/StaffFailure.ts';
import { sendStaffCall } from '../api/sendStaffCall.ts';
import { serverNow } from '../api/staffApi.ts';

const ASK_MS = 1000;
/** After a failure: the server may be overloaded, or reject too many codes. */
const ASK_AFTER_FAILURE_MS = 5000;
/** Another code is shown so long before the server forgets this one, so that none is entered too late. */
const RENEW_MS = 20_000;

interface Pairing {
  code: string;
  /** With it this browser claims its key; who reads the code has none. */
  token: string;
  expiresAt: string;
}

/**
 * Gets a code for this browser, a new one before it ends, and asks until a member has entered it.
 * @returns the code; undefined while there is none that works. The failure of the last attempt, until one succeeds
 */
export function useStagePairing(onConnected: () => void) {
  const [pairing, setPairing] = useState<Pairing>();
  const [failure, setFailure] = useState<StaffFailure>();
  const connect = useEffectEvent(onConnected);
  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout>;
    let current: Pairing | undefined;
    const show = (next: Pairing | undefined) => {
      current = next;
      setPairing(next);
    };
    const claim = async (token: string) => {
      const { state } = (await sendStaffCall('claimStageScreen', { token })).results;
      if (!isOver && state === 'connected') connect();
      return state;
    };
    const begin = async () => {
      const token = current?.token;
      const { results } = await sendStaffCall('beginStagePairing', { token });
      // Another secret: the code of the one before may have been entered since it was last asked about.
      if (token && token !== results.token && (await claim(token)) === 'connected') return;
      if (!isOver) show(results);
    };
    const claimCurrent = async (token: string) => {
      if ((await claim(token)) === 'ended' && !isOver) show(undefined);
    };
    const ask = async () => {
      let pause = ASK_MS;
      try {
        await (current && leftMs(current) > RENEW_MS ? claimCurrent(current.token) : begin());
        if (!isOver) setFailure(undefined);
      } catch (error) {
        pause = ASK_AFTER_FAILURE_MS;
        // sendStaffCall throws nothing else.
        if (!isOver) setFailure(error as StaffFailure);
        // Its secret still counts: the code may have been entered before the line was cut.
        if (current && leftMs(current) <= 0) setPairing(undefined);
      }
      if (!isOver) timer = setTimeout(ask, pause);
    };
    void ask();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, []);
  return { code: pairing?.code, failure };
}

const leftMs = ({ expiresAt }: Pairing): number => Date.parse(expiresAt) - serverNow();
