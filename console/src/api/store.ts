import { configureStore } from '@reduxjs/toolkit';
import { useSelector } from 'react-redux';
import { followSession } from './followSession.ts';
import { staffApi } from './staffApi.ts';
import { type StaffState, staffReducer } from './staffState.ts';

export const store = configureStore({
  reducer: staffReducer,
  middleware: (defaults) => defaults().concat(staffApi.middleware, followSession),
});

export const useStaffSelector = useSelector.withTypes<StaffState>();
