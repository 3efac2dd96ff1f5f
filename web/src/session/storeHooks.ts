import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useDispatch, useSelector } from 'react-redux';
import type { SessionRootState } from './sessionReducers.ts';

/** Typed with the session's part of the store: features read the rest through the API's hooks. */
export const useAppSelector = useSelector.withTypes<SessionRootState>();
export const useAppDispatch = useDispatch.withTypes<ThunkDispatch<SessionRootState, unknown, UnknownAction>>();
